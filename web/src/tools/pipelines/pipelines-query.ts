import {
  getPipeline,
  listPipelines,
  listRecipes,
  type Pipeline,
  type PipelineState,
} from '@portal/contracts/pipelines';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../client/api/client.ts';
import { pollEvery } from '../../pictures/batches/poll-batches.ts';
import { isPartlyRunning, isRunning } from './describe-pipeline.ts';

const BUSY_MS = 2000;
/** A scheduled job starts, a provider takes hours for half the price, and one that waits for a choice may be continued in another tab. */
const WAITING_MS = 15_000;
const IDLE_MS = 60_000;

const INTERVALS: Partial<Record<PipelineState, number>> = {
  scheduled: WAITING_MS,
  choosing: WAITING_MS,
};

/** Milliseconds until the next poll: those of the job that changes soonest. */
export const findInterval = (
  pipelines: readonly Pick<Pipeline, 'state' | 'batches' | 'isHalfPrice'>[],
): number =>
  Math.min(
    IDLE_MS,
    ...pipelines.map((pipeline) => {
      if (isRunning(pipeline) || isPartlyRunning(pipeline))
        return pipeline.isHalfPrice ? WAITING_MS : BUSY_MS;
      return INTERVALS[pipeline.state] ?? IDLE_MS;
    }),
  );

/** Newest first. */
export const pipelinesQuery = queryOptions({
  queryKey: [listPipelines.path],
  queryFn: async () => (await call(listPipelines)).pipelines,
  ...pollEvery<Pipeline[]>((pipelines = []) => findInterval(pipelines)),
});

export const pipelineQuery = (id: string) =>
  queryOptions({
    queryKey: [getPipeline.path, id],
    queryFn: () => call(getPipeline, { params: { id } }),
    ...pollEvery<Pipeline>((pipeline) => findInterval(pipeline ? [pipeline] : [])),
  });

/** By name. */
export const recipesQuery = queryOptions({
  queryKey: [listRecipes.path],
  queryFn: async () => (await call(listRecipes)).recipes,
  // Colleagues save recipes too.
  staleTime: 0,
});
