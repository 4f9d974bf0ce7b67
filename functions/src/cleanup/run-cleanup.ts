/** What starts a cleanup, and what makes it go on. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { CleanupStats } from '@portal/contracts/storage';
import { Timestamp } from 'firebase-admin/firestore';
import * as logger from 'firebase-functions/logger';
import type { Deps } from '../deps.ts';
import { describeStats } from './cleanup-record.ts';
import { readRun, readState, startOrJoin } from './cleanup-store.ts';
import { workOnCleanup } from './work-on-cleanup.ts';

/** Hosting cuts a request at 60 s; a person waits for less. */
const REQUEST_MS = 10_000;
const LOOK_EVERY_MS = 500;
/** A task and a schedule may take 30 minutes. */
const PIECE_MS = 25 * 60 * 1000;

/** For an admin who waits: what does not fit goes on in the background. */
export async function runManually(deps: Deps): Promise<{ success: boolean; stats: CleanupStats }> {
  const { firestore } = deps;
  const until = Date.now() + REQUEST_MS;
  const { runId, isOther } = await startOrJoin(firestore, 'manual', Timestamp.now());
  await work(deps, runId, REQUEST_MS);
  for (;;) {
    const run = await readRun(firestore, runId);
    if (!run) throw new Error(`The cleanup ${runId} has no record.`);
    if (run.endedAt || run.waitsUntil || Date.now() >= until) {
      const stats = describeStats(run);
      return {
        success: run.outcome !== 'failed',
        stats: { ...stats, continuing: stats.continuing || isOther },
      };
    }
    // Another worker is at it.
    await sleep(LOOK_EVERY_MS);
  }
}

export async function runNightly(deps: Deps, scheduleTime: Date): Promise<void> {
  const { runId, isOther } = await startOrJoin(deps.firestore, 'nightly', Timestamp.fromDate(scheduleTime));
  await work(deps, runId, PIECE_MS);
  const run = await readRun(deps.firestore, runId);
  logger.info('Cleanup.', { runId, isOther, outcome: run?.outcome, stats: run?.stats, extras: run?.extras });
  if (run?.outcome === 'failed') throw new Error('The cleanup failed.');
}

export const continueCleanup = (deps: Deps, runId: string): Promise<void> => work(deps, runId, PIECE_MS);

/** Work whose worker was lost, or whose wait is over, is queued again. */
export async function resumeCleanup(deps: Deps, now = Date.now()): Promise<boolean> {
  const { runId, until } = await readState(deps.firestore);
  if (runId === null || until.toMillis() > now) return false;
  const run = await readRun(deps.firestore, runId);
  if (run?.waitsUntil && run.waitsUntil.toMillis() > now) return false;
  await enqueue(deps, runId, now);
  return true;
}

async function work(deps: Deps, runId: string, forMs: number): Promise<void> {
  const left = await workOnCleanup(deps, runId, forMs);
  if (left === 'paused') await enqueue(deps, runId);
  if (left !== 'ended') return;
  const { runId: nextId } = await readState(deps.firestore);
  if (nextId !== null) await enqueue(deps, nextId);
}

const enqueue = ({ queues }: Deps, runId: string, now = Date.now()) =>
  queues.enqueue('cleanUp', [{ id: `${runId}-${now}`, data: { runId } }]);
