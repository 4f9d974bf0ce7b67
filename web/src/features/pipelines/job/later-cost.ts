import type { Pipeline } from '@portal/contracts/pipelines';
import { summarizeStages, type StageProgress } from '../../../tools/pipelines/describe-pipeline.ts';

/** Dollars that the stages after a choice cost for so many pictures, by the estimate of all. */
export function estimateLater(
  job: Pick<Pipeline, 'stages' | 'batches' | 'total' | 'estimate'>,
  count: number,
): number {
  const isBefore = ({ tool }: StageProgress) => tool === 'image-generator' || tool === 'check';
  const stages = summarizeStages(job);
  const known = sumEstimates(stages.filter((stage) => !isBefore(stage)));
  // The stages that follow a choice have no batches yet.
  const total = known > 0 ? known : Math.max(job.estimate - sumEstimates(stages.filter(isBefore)), 0);
  return job.total === 0 ? 0 : (total / job.total) * count;
}

const sumEstimates = (stages: readonly StageProgress[]): number =>
  stages.reduce((sum, { estimate }) => sum + estimate, 0);
