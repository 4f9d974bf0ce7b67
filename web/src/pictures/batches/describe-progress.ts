import { isActive, isWaiting, type BatchFacts } from '@portal/contracts/batches';
import { describeDuration } from '@portal/contracts/describe-duration';
import { HALF_PRICE_HOURS } from '@portal/contracts/half-price';
import { describeClock } from '../../ui/relative-time.tsx';
import { findDue } from './describe-due.ts';

/** A batch's progress. Each tool's API has its own field names for it. */
export interface Progress {
  done: number;
  total: number;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

export const describeStatus = (status: BatchFacts['status'], { done, total }: Progress): string =>
  isWaiting(status) ? `Queued - ${total} images` : `${done}/${total} completed`;

/** Milliseconds, from the pace so far. Running items count as half done, unless their progress is known. */
export function estimateTimeLeft(
  batch: Pick<
    BatchFacts,
    | 'status'
    | 'startedAt'
    | 'failedCount'
    | 'uncertainCount'
    | 'cancelledCount'
    | 'runningItems'
    | 'itemProgress'
  >,
  { done, total }: Progress,
  now: number,
): number | undefined {
  const finished = done + batch.failedCount + batch.uncertainCount;
  if (batch.status !== 'processing' || batch.startedAt === null) return undefined;
  const shares = batch.itemProgress && Object.values(batch.itemProgress);
  if (finished === 0 && !shares) return undefined;
  const started = shares ? shares.reduce((sum, share) => sum + share, 0) : batch.runningItems.length / 2;
  const left = Math.max(total - batch.cancelledCount - finished - started, 0);
  return (Math.max(now - Date.parse(batch.startedAt), 0) / (finished + started)) * left;
}

/** Rounded up so that it does not flicker. */
export function describeTimeLeft(milliseconds: number): string {
  if (milliseconds < 10 * SECOND) return 'a few seconds left';
  const unit = milliseconds < MINUTE ? 5 * SECOND : milliseconds < 2 * HOUR ? MINUTE : HOUR;
  return `about ${describeDuration(Math.ceil(milliseconds / unit) * unit)} left`;
}

/** 'Connection lost, trying again at 3:42 PM', from the first item whose worker was lost. */
export function describeRetry({ itemRetries = {} }: Pick<BatchFacts, 'itemRetries'>, now: number) {
  const times = Object.values(itemRetries).map((at) => Date.parse(at));
  const next = Math.min(...times.filter((at) => at > now));
  return Number.isFinite(next) ? `Connection lost, trying again at ${describeClock(next)}` : undefined;
}

/** Of a batch at half price, rounded up: 'within 24 h'. */
export function describeWait(batch: Pick<BatchFacts, 'createdAt' | 'startedAt'>, now: number): string {
  const left = findDue(batch) - now;
  // The page's clock may be a minute behind.
  if (left > HOUR) return `within ${Math.min(Math.ceil(left / HOUR), HALF_PRICE_HOURS)} h`;
  return left > 0 ? `within ${Math.ceil(left / MINUTE)} min` : 'soon';
}

/** Rounded down: 'Expires in 2 days 4 h'. */
export const describeExpiry = (milliseconds: number): string =>
  milliseconds <= 0 ? 'Expired' : `Expires in ${describeDuration(milliseconds)}`;

/** Whether the batch is completed, or processing with at least one finished image. */
export const canDownload = (
  { status, filesDeleted }: Pick<BatchFacts, 'status' | 'filesDeleted'>,
  { done }: Progress,
): boolean => !filesDeleted && (status === 'completed' || (status === 'processing' && done > 0));

export const countActive = (batches: readonly Pick<BatchFacts, 'status'>[]): number =>
  batches.filter(({ status }) => isActive(status)).length;

/** Those in which something changes within seconds. At half price it takes hours. */
export const countBusy = (batches: readonly Pick<BatchFacts, 'status' | 'halfPrice'>[]): number =>
  countActive(batches.filter(({ halfPrice }) => halfPrice === undefined));
