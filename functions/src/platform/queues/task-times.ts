/** How long a task may take. The limits of function, Cloud Tasks and lease all derive from that of the work. */
import { readEngineSettings, readUpscaleTimeoutMs } from '../config/config.ts';

/** For reading and writing records around the work. */
const RECORDS_SECONDS = 30;
/** The function's own answer, also that it timed out, arrives before Cloud Tasks gives up and delivers the task again. */
const ANSWER_SECONDS = 15;
/** A lease of paid work outlasts the work, so the first worker has stopped before another starts. */
const LEASE_MARGIN = 1.2;

/**
 * The kinds of work, with the seconds after which their code gives up.
 *
 * | kind     | work | function's timeout | dispatch deadline | lease                              |
 * | -------- | ---- | ------------------ | ----------------- | ---------------------------------- |
 * | call     | 240  | 270                | 285               | 288 if paid, otherwise 20, renewed |
 * | upscale  | 960  | 990                | 1005              | 20, renewed                        |
 * | archive  | 1680 | 1710               | 1725              | 1725                               |
 * | delivery | 300  | 330                | 345               | 30, renewed                        |
 * | removal  | 540  | 570                | 585               | 585                                |
 * | start    | 120  | 150                | 165               | none: one transaction              |
 * | cleanup  | 240  | 270                | 285               | none: each page is saved           |
 */
const WORK_SECONDS = {
  /** A provider's call, and storing its result. */
  call: () => toSeconds(readEngineSettings().callTimeoutMs + readEngineSettings().storeTimeoutMs),
  upscale: () => toSeconds(readUpscaleTimeoutMs() + readEngineSettings().storeTimeoutMs),
  /** As long as Cloud Tasks allows: pictures for agencies are decoded and encoded again. */
  archive: () => 1680,
  /** One file; what is left is sent by the next task. */
  delivery: () => 300,
  removal: () => 540,
  /** One transaction, which may be repeated. */
  start: () => 120,
  cleanup: () => 240,
} satisfies Record<string, () => number>;

export type WorkKind = keyof typeof WORK_SECONDS;

export function findTaskTimes(kind: WorkKind) {
  const workSeconds = WORK_SECONDS[kind]();
  const timeoutSeconds = Math.ceil(workSeconds) + RECORDS_SECONDS;
  const dispatchDeadlineSeconds = timeoutSeconds + ANSWER_SECONDS;
  return {
    workMs: workSeconds * 1000,
    timeoutSeconds,
    dispatchDeadlineSeconds,
    /** Of paid items. */
    itemLeaseMs: workSeconds * 1000 * LEASE_MARGIN,
    /** Work without a lease in its record is started again after this time. */
    restartAfterMs: dispatchDeadlineSeconds * 1000,
  };
}

/** How long one attempt at an item may take, without storing its result. */
export const findAttemptMs = (kind: 'call' | 'upscale'): number =>
  kind === 'call' ? readEngineSettings().callTimeoutMs : readUpscaleTimeoutMs();

const toSeconds = (ms: number) => ms / 1000;
