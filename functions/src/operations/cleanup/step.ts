import type { Deps } from '../../batches/deps.ts';
import type { Reported } from '../../pictures/media/media-admin.ts';
import type { Progress, Run } from './cleanup-record.ts';

/**
 * A task does at most so many units of work: a unit is one call of the media service, or one page of files or documents.
 * With the rate of the queue this keeps a cleanup below its calls per minute.
 */
export const UNITS_PER_TASK = 4;

export interface Work {
  deps: Pick<Deps, 'firestore' | 'mediaAdmin' | 'bucket'>;
  run: Run;
  /** One call of the media service's Admin API, within its quota and with retries. */
  callService: <Value>(call: (signal: AbortSignal) => Promise<Reported<Value>>) => Promise<Value>;
}

/** The progress after one page. */
export type StepResult = Partial<Omit<Progress, 'step'>> & { isDone: boolean };

export interface Step {
  /** Saved with the run, to resume it. */
  name: string;
  removePage(work: Work): Promise<StepResult>;
}

/** A run is one document, so its lists are limited. */
export const MAX_IDS = 500;
export const addIds = (list: readonly string[], ids: Iterable<string>): string[] =>
  [...new Set([...list, ...ids])].slice(0, MAX_IDS);
