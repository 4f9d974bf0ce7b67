/** Starts a cleanup, and resumes one. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { CleanupStats, CleanupTrigger } from '@portal/contracts/storage';
import { Timestamp } from 'firebase-admin/firestore';
import type { Deps } from '../../batches/deps.ts';
import { describeStats, isWaiting, type Run } from './cleanup-record.ts';
import { readCurrentRun, readRun, startOrJoin } from './cleanup-store.ts';
import { enqueuePages } from './enqueue-pages.ts';
import { logInfo } from '../../platform/logs/log.ts';

/** Hosting cuts off a request after 60 s; an admin waits for less. */
const MANUAL_WAIT_MS = 20_000;
/** A schedule may take 30 minutes. */
const NIGHTLY_WAIT_MS = 25 * 60 * 1000;
const POLL_MS = 500;
/** A task usually takes less than a second. */
const STALLED_AFTER_MS = 2 * 60 * 1000;

/** Answers an admin after 20 s at the latest; the run continues in the background. */
export async function runManually(deps: Deps): Promise<{ success: boolean; stats: CleanupStats }> {
  const { run, isOther } = await runFor(deps, 'manual', Timestamp.now(), MANUAL_WAIT_MS);
  const stats = describeStats(run);
  return {
    success: run.outcome !== 'failed',
    stats: { ...stats, continuing: stats.continuing || isOther },
  };
}

/** Throws if the run fails, so that Cloud Scheduler retries it. */
export async function runNightly(deps: Deps, scheduleTime: Date): Promise<void> {
  const cutoff = Timestamp.fromDate(scheduleTime);
  const { run, isOther } = await runFor(deps, 'nightly', cutoff, NIGHTLY_WAIT_MS);
  const { id: runId, outcome, stats, extras } = run;
  logInfo('Cleanup.', { runId, isOther, outcome, stats, extras });
  if (outcome === 'failed') throw new Error('The cleanup failed.');
}

/** Starts a run, or joins the one in progress, and waits until it ends, pauses, or the time is over. */
async function runFor(
  deps: Deps,
  trigger: CleanupTrigger,
  cutoff: Timestamp,
  waitMs: number,
): Promise<{ run: Run; isOther: boolean }> {
  const until = Date.now() + waitMs;
  const { runId, isNew, isOther } = await startOrJoin(deps.firestore, trigger, cutoff);
  if (isNew) await enqueuePages(deps);
  for (;;) {
    const run = await readRun(deps.firestore, runId);
    if (!run) throw new Error(`The cleanup ${runId} has no record.`);
    if (run.endedAt || isWaiting(run) || Date.now() >= until) return { run, isOther };
    await sleep(POLL_MS);
  }
}

/** Resumes a run whose wait is over, or whose task was lost. */
export async function resumeCleanup(
  deps: Pick<Deps, 'firestore' | 'queues'>,
  now = Date.now(),
): Promise<boolean> {
  const run = await readCurrentRun(deps.firestore);
  if (!run || isWaiting(run)) return false;
  const isStalled = run.version.toMillis() + STALLED_AFTER_MS <= now;
  if (!run.waitsUntil && !isStalled) return false;
  await enqueuePages(deps, String(now));
  return true;
}
