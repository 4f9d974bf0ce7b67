import { markFilesDeleted, readBatchStates } from '../../batches/store/expired-batches.ts';
import { batchIdOf } from '../../batches/store/media-names.ts';
import { DELETED_AT_ONCE, type ResourceKind, type ResourceType } from '../../pictures/media/media-admin.ts';
import { MediaError } from '../../pictures/media/media-error.ts';
import { chooseResources } from './choose-resources.ts';
import { FIRST_PASS, type Progress, type Run } from './cleanup-record.ts';
import { addIds, type Step, type StepResult, type Work } from './step.ts';

/** Later passes would only find resources created during the cleanup. */
const MAX_PASSES = 10;
const COUNTERS = { image: 'deletedImages', video: 'deletedVideos', raw: 'deletedRaw' } as const;

/** Deletes resources of one kind. A page is listed and saved as pending, then deleted, so that it is counted once. */
export const removeMedia = (kind: ResourceKind): Step => ({
  name: `media ${kind.resourceType} ${kind.type}`,
  removePage: (work) => (work.run.pending.length > 0 ? deletePending(work, kind) : listPage(work, kind)),
});

async function listPage({ deps, run, callService }: Work, kind: ResourceKind): Promise<StepResult> {
  const page = await callService((signal) => deps.mediaAdmin.listResources(kind, run.cursor, signal)).catch(
    (error: unknown) => {
      // The cursor has expired.
      if (run.cursor !== null && error instanceof MediaError && error.status === 400) return undefined;
      throw error;
    },
  );
  if (!page) return beginPass(run);
  const batches = await readBatchStates(
    deps.firestore,
    page.resources.flatMap(({ publicId }) => batchIdOf(publicId) ?? []),
  );
  const chosen = chooseResources(page.resources, batches, run);
  const listed = {
    cursor: page.nextCursor ?? null,
    pending: chosen.map(({ publicId }) => publicId),
    pass: { ...run.pass, pages: run.pass.pages + 1, isAtEnd: page.nextCursor === undefined },
  };
  return chosen.length > 0 ? { ...listed, isDone: false } : moveOn(run, listed);
}

async function deletePending(work: Work, kind: ResourceKind): Promise<StepResult> {
  const { run, deps } = work;
  const parts = Array.from({ length: Math.ceil(run.pending.length / DELETED_AT_ONCE) }, (_, index) =>
    run.pending.slice(index * DELETED_AT_ONCE, (index + 1) * DELETED_AT_ONCE),
  );
  // Waits for all calls, even if one fails: none may be running afterwards.
  const outcomes = await Promise.allSettled(parts.map((ids) => deleteSome(work, kind, ids)));
  const remaining = new Set(
    outcomes.flatMap((outcome) => {
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    }),
  );
  const deleted = run.pending.filter((id) => !remaining.has(id));
  const owners = deleted.flatMap((id) => batchIdOf(id) ?? []);
  if (run.trigger === 'manual') {
    const batches = await readBatchStates(deps.firestore, owners);
    await markFilesDeleted(deps.firestore, [...batches.values()]);
  }
  return moveOn(run, {
    pending: [],
    pass: {
      ...run.pass,
      deleted: run.pass.deleted + deleted.length,
      failed: run.pass.failed + remaining.size,
    },
    stats: count(run, kind.resourceType, deleted.length),
    batches: addIds(run.batches, owners),
    unfinished: addIds(
      run.unfinished,
      [...remaining].flatMap((id) => batchIdOf(id) ?? []),
    ),
  });
}

const count = ({ stats }: Run, resourceType: ResourceType, deleted: number): Progress['stats'] => ({
  ...stats,
  [COUNTERS[resourceType]]: stats[COUNTERS[resourceType]] + deleted,
});

/** Continues with the next page, another pass, or the end. Failures of the last pass are final. */
function moveOn(run: Run, change: Pick<Progress, 'pass'> & Partial<Progress>): StepResult {
  const { pass } = change;
  if (!pass.isAtEnd) return { ...change, isDone: false };
  const needsAnotherPass =
    pass.deleted > 0 && (pass.pages > 1 || pass.failed > 0) && pass.number < MAX_PASSES;
  if (needsAnotherPass) return { ...change, ...beginPass({ ...run, ...change }) };
  const stats = change.stats ?? run.stats;
  return { ...change, stats: { ...stats, failed: stats.failed + pass.failed }, isDone: true };
}

const beginPass = ({ pass }: Pick<Run, 'pass'>): StepResult => ({
  cursor: null,
  pass: { ...FIRST_PASS, number: pass.number + 1 },
  isDone: pass.number >= MAX_PASSES,
});

/** Returns those that could not be deleted. `not_found` counts as deleted: an earlier response was lost, or a worker. */
async function deleteSome(work: Work, kind: ResourceKind, ids: readonly string[]): Promise<string[]> {
  try {
    const outcomes = await work.callService((signal) =>
      work.deps.mediaAdmin.deleteResources(kind, ids, signal),
    );
    return ids.filter((id) => outcomes[id] !== 'deleted' && outcomes[id] !== 'not_found');
  } catch (error) {
    if (!isAboutResources(error)) throw error;
    if (ids.length <= 1) return [...ids];
    // One invalid id makes the service reject all of them.
    const half = Math.ceil(ids.length / 2);
    const first = await deleteSome(work, kind, ids.slice(0, half));
    return [...first, ...(await deleteSome(work, kind, ids.slice(half)))];
  }
}

const isAboutResources = (error: unknown): boolean =>
  error instanceof MediaError && [400, 404, 409].includes(error.status ?? 0);
