/** One task of the storage cleanup. See docs/decisions/022. */
import type { CleanupTrigger } from '@portal/contracts/storage';
import type { Deps } from '../../batches/deps.ts';
import { DELETED_AT_ONCE, RESOURCE_TYPES } from '../../pictures/media/media-admin.ts';
import { makeServiceCalls } from './call-service.ts';
import { FIRST_PASS, isWaiting, type Progress, type Run } from './cleanup-record.ts';
import { endRun, readRun, RunChanged, saveRun } from './cleanup-store.ts';
import { enqueuePages } from './enqueue-pages.ts';
import { EXPIRING_GROUPS, removeBatches, removeExpired } from './remove-documents.ts';
import {
  removeArchives,
  removeBucketImages,
  removeDeliveries,
  removeUnstoredImages,
  removeUploads,
} from './remove-files.ts';
import { removeMedia } from './remove-media.ts';
import { makeServiceQuota, QuotaReached } from './service-quota.ts';
import { UNITS_PER_TASK, type Step, type StepResult, type Work } from './step.ts';
import { logError } from '../../platform/logs/log.ts';

const TYPES = ['authenticated', 'upload', 'private'] as const;
const MEDIA = RESOURCE_TYPES.flatMap((resourceType) =>
  TYPES.map((type) => removeMedia({ resourceType, type })),
);

/** Batches are deleted after everything that is found through them. */
const STEPS: Record<CleanupTrigger, readonly Step[]> = {
  manual: [...MEDIA, removeBucketImages, removeArchives],
  nightly: [
    ...MEDIA,
    removeBucketImages,
    removeArchives,
    removeUnstoredImages,
    removeDeliveries,
    removeUploads,
    removeBatches,
    ...EXPIRING_GROUPS.map(removeExpired),
  ],
};
const END = 'end';

type CleanupDeps = Work['deps'] & Pick<Deps, 'queues'>;

/**
 * Works on the run where it stopped, then enqueues the next task. Cloud Tasks may deliver a task twice or lose its worker:
 * progress is saved with each page, on condition that the run has not changed, and repeating a page does no harm.
 */
export async function cleanPages(deps: CleanupDeps, runId: string): Promise<void> {
  const run = await readRun(deps.firestore, runId);
  if (!run || run.endedAt || isWaiting(run)) return;
  try {
    await removePages(deps, run);
  } catch (error) {
    // Another delivery has made progress.
    if (!(error instanceof RunChanged)) throw error;
  }
  await enqueuePages(deps);
}

async function removePages(deps: CleanupDeps, run: Run): Promise<void> {
  const { firestore } = deps;
  const quota = makeServiceQuota(run.quota);
  const callService = makeServiceCalls(quota);
  try {
    let units = countUnits(run);
    do {
      const step = findStep(run);
      if (!step) return await endRun(firestore, run, 'finished');
      const progress = moveOn(run, step, await step.removePage({ deps, run, callService }));
      await saveRun(firestore, run, { ...progress, waitsUntil: null, quota: quota.read() });
      units += countUnits(run);
    } while (units <= UNITS_PER_TASK);
  } catch (error) {
    if (error instanceof RunChanged) throw error;
    // The quota will have been reset.
    if (error instanceof QuotaReached) {
      return saveRun(firestore, run, { waitsUntil: error.until, quota: null });
    }
    logError('A cleanup failed.', error, { runId: run.id, step: run.step });
    await endRun(firestore, run, 'failed');
  }
}

/** Units of the next page. */
const countUnits = ({ pending }: Run): number => Math.max(1, Math.ceil(pending.length / DELETED_AT_ONCE));

/** Undefined at the end. If a deployment has removed the step, the run starts over, which does no harm. */
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
