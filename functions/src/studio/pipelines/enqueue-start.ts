import type { Deps } from '../../batches/deps.ts';

/** Delivered at that time, or at once. A new `round` enqueues it again: Cloud Tasks accepts a task id only once. */
export const enqueuePipelineStart = (
  { queues }: Pick<Deps, 'queues'>,
  pipelineId: string,
  at?: Date,
  round = '0',
) => queues.enqueue('startPipelines', [{ id: `${pipelineId}-${round}`, data: { pipelineId }, at }]);
