import type { Deps } from '../deps.ts';
import type { Reported } from '../media/media-admin.ts';
import type { Progress, Run } from './cleanup-record.ts';

/** What a step has at hand. */
export interface Work {
  deps: Pick<Deps, 'firestore' | 'mediaAdmin' | 'bucket'>;
  run: Run;
  /** One call of the media service's Admin API: in its turn, and again when it fails as if it might succeed later. */
  callService: <Value>(call: (signal: AbortSignal) => Promise<Reported<Value>>) => Promise<Value>;
}

/** One page of it, and how far it is then. */
export type StepResult = Partial<Omit<Progress, 'step'>> & { isDone: boolean };

export interface Step {
  /** A run that was interrupted is found by it. */
  name: string;
  removePage(work: Work): Promise<StepResult>;
}

/** A run is one document: its lists have an end. */
export const MOST_IDS = 500;
export const addIds = (list: readonly string[], ids: Iterable<string>): string[] =>
  [...new Set([...list, ...ids])].slice(0, MOST_IDS);
