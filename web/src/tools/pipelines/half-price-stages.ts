import { hasHalfPrice, hasHalfPriceKeywords } from '@portal/contracts/half-price';
import type { Pipeline } from '@portal/contracts/pipelines';
import { describeDue, HALF_PRICE_MS } from '../../pictures/batches/describe-due.ts';
import { isRunning, summarizeStages, type StageTool } from './describe-pipeline.ts';

type Job = Pick<Pipeline, 'state' | 'lanes' | 'stages' | 'batches' | 'total' | 'createdAt' | 'isHalfPrice'>;

/** Whether a job at half price waits up to a day for the stage. */
export function isHalfPriceStage(
  job: Pick<Job, 'lanes' | 'stages' | 'isHalfPrice'>,
  tool: StageTool,
): boolean {
  if (!job.isHalfPrice || tool === 'upscale' || tool === 'check') return false;
  if (tool === 'image-generator') return job.lanes.some(({ provider }) => hasHalfPrice(provider));
  return tool === 'stylizer' || hasHalfPriceKeywords(job.stages.stylizer !== undefined);
}

/** 'Half price, ready by Nov 29, 2026, 3:42 PM at the latest'. Stages that follow a choice are not known yet. */
export function describeHalfPriceJob(job: Job): string | undefined {
  if (!job.isHalfPrice) return undefined;
  const open = summarizeStages(job).filter(({ batches, endedAt }) => batches.length > 0 && endedAt === null);
  if (!isRunning(job) || open.length === 0) return 'Half price';
  const due = open.reduce(
    (start, { tool, startedAt }) =>
      (startedAt === null ? start : Date.parse(startedAt)) +
      (isHalfPriceStage(job, tool) ? HALF_PRICE_MS : 0),
    Date.parse(job.createdAt),
  );
  return `Half price, ${describeDue(due)}`;
}
