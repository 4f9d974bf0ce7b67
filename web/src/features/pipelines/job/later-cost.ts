import type { Pipeline } from '@portal/contracts/pipelines';
import { summarizeStages } from '../../../tools/pipelines/describe-pipeline.ts';

/** Dollars that the stages after the first cost for so many pictures, by the estimate of all. */
export function estimateLater(
  job: Pick<Pipeline, 'stages' | 'batches' | 'total' | 'estimate'>,
  count: number,
): number {
  const [first, ...later] = summarizeStages(job);
  const known = later.reduce((sum, { estimate }) => sum + estimate, 0);
  // The stages that follow a choice have no batches yet.
  const total = known > 0 ? known : Math.max(job.estimate - (first?.estimate ?? 0), 0);
  return job.total === 0 ? 0 : (total / job.total) * count;
}
