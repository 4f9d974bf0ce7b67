import { randomUUID } from 'node:crypto';
import type { CleanupTrigger } from '@portal/contracts/storage';
import * as logger from 'firebase-functions/logger';
import type { Deps } from '../deps.ts';
import { RESOURCE_TYPES } from '../media/media-admin.ts';
import { LimitReached, makeCallPacer } from './call-pacer.ts';
import { makeServiceCalls } from './call-service.ts';
import { FIRST_PASS, type Progress, type Run } from './cleanup-record.ts';
import { endRun, LeaseLost, releaseLease, saveProgress, takeLease } from './cleanup-store.ts';
import { EXPIRING_GROUPS, removeBatches, removeExpired } from './remove-documents.ts';
import { removeArchives, removeKeptImages, removeUploads } from './remove-files.ts';
import { removeMedia } from './remove-media.ts';
import type { Step, StepResult, Work } from './step.ts';

const TYPES = ['authenticated', 'upload', 'private'] as const;
const MEDIA = RESOURCE_TYPES.flatMap((resourceType) =>
  TYPES.map((type) => removeMedia({ resourceType, type })),
);

/** A batch's record goes after everything that is found by it. */
const STEPS: Record<CleanupTrigger, readonly Step[]> = {
  manual: [...MEDIA, removeArchives],
  nightly: [
    ...MEDIA,
    removeArchives,
    removeKeptImages,
    removeUploads,
    removeBatches,
    ...EXPIRING_GROUPS.map(removeExpired),
  ],
};
const END = 'end';

/**
 * Works on a run for so long, if nobody else does. What a page has come to is saved before the next: whoever goes on, after
 * a pause or a crash, begins there.
 */
export async function workOnCleanup(
  deps: Deps,
  runId: string,
  forMs: number,
): Promise<'elsewhere' | 'waits' | 'paused' | 'ended'> {
  const { firestore } = deps;
  const lease = { runId, worker: `${process.pid}-${randomUUID()}` };
  const taken = await takeLease(firestore, lease);
  if (!taken) return 'elsewhere';
  const pacer = makeCallPacer(taken.calls);
  const stop = AbortSignal.timeout(forMs);
  const save = (change?: Partial<Progress>) => saveProgress(firestore, lease, pacer.recent(), change);
  try {
    const callService = makeServiceCalls(pacer, stop, () => save());
    const outcome = await goThrough({ deps, run: taken.run, callService }, stop, save);
    if (outcome === 'finished' || outcome === 'failed') {
      await endRun(firestore, lease, pacer.recent(), outcome);
      return 'ended';
    }
    await releaseLease(firestore, lease, pacer.recent(), outcome.waitsUntil);
    return outcome.waitsUntil ? 'waits' : 'paused';
  } catch (error) {
    if (error instanceof LeaseLost) return 'elsewhere';
    throw error;
  }
}

/** Page by page, to the end or as far as it may. */
async function goThrough(
  work: Work,
  stop: AbortSignal,
  save: (change: Partial<Progress>) => Promise<void>,
): Promise<'finished' | 'failed' | { waitsUntil: Date | undefined }> {
  const { run } = work;
  try {
    for (let step = findStep(run); step; step = findStep(run)) {
      stop.throwIfAborted();
      const change = moveOn(run, step, await step.removePage(work));
      await save(change);
      Object.assign(run, change);
    }
    return 'finished';
  } catch (error) {
    if (error instanceof LeaseLost) throw error;
    if (error instanceof LimitReached) return { waitsUntil: error.until };
    if (stop.aborted) return { waitsUntil: undefined };
    logger.error('A cleanup failed.', { runId: run.id, step: run.step, stack: describe(error) });
    return 'failed';
  }
}

const describe = (error: unknown) => (error instanceof Error ? error.stack : String(error));

/** Undefined at the end. A step that there is no more begins anew: nothing is lost by looking again. */
function findStep({ trigger, step }: Run): Step | undefined {
  const steps = STEPS[trigger];
  return step === END ? undefined : (steps.find(({ name }) => name === step) ?? steps[0]);
}

function moveOn(run: Run, step: Step, { isDone, ...change }: StepResult): Partial<Progress> {
  if (!isDone) return { ...change, step: step.name };
  const steps = STEPS[run.trigger];
  const next = steps[steps.indexOf(step) + 1];
  return { ...change, step: next?.name ?? END, cursor: null, pass: FIRST_PASS };
}
