import type { Pipeline } from '@portal/contracts/pipelines';
import type { Deps } from '../../batches/deps.ts';
import { toVersion } from '../../batches/store/progress-store.ts';
import { describePipeline } from './describe-pipeline.ts';
import { openBatches } from './known-batches.ts';
import type { StoredPipeline } from './pipeline-record.ts';
import { pipelineReference, readLatestChange, readOwnPipeline, readPipelinesOf } from './pipeline-store.ts';

/** Undefined if nothing has changed since `known`, which costs two reads: jobs change by themselves and with their batches. */
export async function listPipelines(
  deps: Pick<Deps, 'firestore'>,
  owner: string,
  known: string | undefined,
): Promise<{ version: string; answer: { pipelines: Pipeline[] } } | undefined> {
  const [opened, changedAt] = await Promise.all([
    openBatches(deps, owner),
    readLatestChange(deps.firestore, owner),
  ]);
  const version = `${opened.tag}-${changedAt ? toVersion(changedAt) : 'none'}`;
  if (version === known) return undefined;
  const pipelines = await readPipelinesOf(deps.firestore, owner);
  return { version, answer: { pipelines: await describeAll(deps, opened, pipelines) } };
}

export async function findPipeline(
  deps: Pick<Deps, 'firestore'>,
  owner: string,
  id: string,
): Promise<Pipeline> {
  const pipeline = await readOwnPipeline(deps.firestore, owner, id);
  const [answer] = await describeAll(deps, await openBatches(deps, owner), [pipeline]);
  if (!answer) throw new Error('The job was not described.');
  return answer;
}

async function describeAll(
  deps: Pick<Deps, 'firestore'>,
  opened: Awaited<ReturnType<typeof openBatches>>,
  pipelines: readonly StoredPipeline[],
): Promise<Pipeline[]> {
  const open = pipelines.filter(({ summary }) => summary === null);
  const known = await opened.read(open.flatMap(({ batches }) => batches.map(({ id }) => id)));
  return Promise.all(
    pipelines.map(async (pipeline) => {
      const { answer, hasEnded } = describePipeline(pipeline, known);
      if (hasEnded && pipeline.summary === null) await saveSummary(deps, pipeline, answer);
      return answer;
    }),
  );
}

/** Nothing of it changes any more. Not counted as a change. */
async function saveSummary(
  { firestore }: Pick<Deps, 'firestore'>,
  { id }: StoredPipeline,
  { batches }: Pipeline,
): Promise<void> {
  await pipelineReference(firestore, id).update({ summary: JSON.stringify(batches) });
}
