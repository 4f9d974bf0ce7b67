import type { ComponentType } from 'react';
import { JOBS_PATH, makeJobPath, NEW_JOB_PATH } from '../../pictures/batches/jobs-path.ts';

interface JobPage {
  path: string;
  page: () => Promise<ComponentType>;
}

export const JOB_PAGES: readonly JobPage[] = [
  {
    path: JOBS_PATH,
    page: async () => (await import('../../features/pipelines/jobs-page.tsx')).JobsPage,
  },
  {
    path: NEW_JOB_PATH,
    page: async () => (await import('../../features/pipelines/new-job-page.tsx')).NewJobPage,
  },
  {
    path: makeJobPath(':id'),
    page: async () => (await import('../../features/pipelines/job-page.tsx')).JobPage,
  },
];
