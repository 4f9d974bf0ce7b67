import { generatorCalls, getGeminiStats, type GeminiStats } from '@portal/contracts/image-generator';
import { listPipelines, listRecipes, type Pipeline, type Recipe } from '@portal/contracts/pipelines';
import { Route, Routes } from 'react-router-dom';
import { JOBS_PATH, makeJobPath, NEW_JOB_PATH } from '../../../pictures/batches/jobs-path.ts';
import { ALL_TOOLS } from '../../../testing/all-tools.ts';
import { answerByPath, type SentRequest } from '../../../testing/answer-by-path.ts';
import { openPart } from '../../../testing/open-part.tsx';
import { ToolsContext } from '../../../pictures/registered-tools/tools.ts';
import { JobPage } from '../job-page.tsx';
import { JobsPage } from '../jobs-page.tsx';
import { NewJobPage } from '../new-job-page.tsx';
import { createGenerated } from './create-job.ts';

const STATS: GeminiStats = {
  date: '2026-11-21',
  limit: 500,
  used: 497,
  remaining: 3,
  limitReached: false,
  resetsAt: '2026-11-22T00:00:00.000Z',
};

interface Served {
  jobs?: readonly Pipeline[];
  recipes?: readonly Recipe[];
  /** Instead of what has been served above. */
  answer?: (request: SentRequest) => Response | undefined;
}

/** Answers as the portal would with these jobs and recipes. What it returns can be changed later. */
export function serveJobs(served: Served = {}) {
  const requests = answerByPath((request) => {
    const { method, path } = request;
    const { jobs = [], recipes = [], answer } = served;
    const own = answer?.(request);
    if (own || method !== 'GET') return own;
    if (path === listPipelines.path) return Response.json({ pipelines: jobs });
    if (path === listRecipes.path) return Response.json({ recipes });
    if (path === getGeminiStats.path) return Response.json({ stats: STATS });
    if (path === generatorCalls.list.path) return Response.json({ batches: jobs.flatMap(createGenerated) });
    if (path.endsWith('/batches')) return Response.json({ batches: [] });
    const job = jobs.find(({ id }) => path === `${listPipelines.path}/${id}`);
    return job && Response.json(job);
  });
  return { served, requests };
}

/** The pages of jobs, at one of their addresses. */
export const openJobs = (path: string | { pathname: string; state: unknown }) =>
  openPart(
    <ToolsContext value={ALL_TOOLS}>
      <Routes>
        <Route path={JOBS_PATH} element={<JobsPage />} />
        <Route path={NEW_JOB_PATH} element={<NewJobPage />} />
        <Route path={makeJobPath(':id')} element={<JobPage />} />
      </Routes>
    </ToolsContext>,
    { path, width: 1200 },
  );
