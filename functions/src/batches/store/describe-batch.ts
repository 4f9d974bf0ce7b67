import type { BatchFacts, BatchStatus, ItemFailure, ItemOrigin, ItemState } from '@portal/contracts/batches';
import type { PictureChecks } from '@portal/contracts/checks';
import type { StoredImage } from '../../pictures/media/stored-image.ts';
import { sumMicros, toDollars, toMicros } from '../../spend/micros.ts';
import type { ItemTexts, ItemView, ItemViews } from './batch-record.ts';
import type { Batch } from './batch-store.ts';

export interface DescribedBatch {
  facts: BatchFacts;
  doneCount: number;
  /** By item index; items that were never claimed are missing. */
  states: ReadonlyMap<number, ItemState>;
  images: { index: number; image: StoredImage }[];
  /** By item index. */
  texts: ReadonlyMap<number, ItemTexts>;
  /** By item index, of pictures with any. */
  checks: ReadonlyMap<number, PictureChecks>;
  /** Indexes of items whose pictures were deleted. */
  deleted: ReadonlySet<number>;
  /** Only items have changed since the caller last saw the batch: what never changes is left out of the answer. */
  isProgress?: boolean;
}

/** A batch as its owner sees it. */
export function describeBatch(batch: Batch, items: ItemViews): DescribedBatch {
  const deleted = new Set(batch.deletedItems);
  const views = Object.entries(items).map(([index, view]) => ({ index: Number(index), ...view }));
  const indexesIn = (...states: ItemState[]) =>
    views.filter(({ state }) => states.includes(state)).map(({ index }) => index);
  const failures = views.flatMap(({ index, state, reason = '', attempts, permanent }): ItemFailure[] =>
    state === 'failed' || state === 'uncertain'
      ? [{ index, state, reason, attempts, ...(permanent && { permanent }) }]
      : [],
  );
  const cancellations = views.flatMap(({ index, state, reason }) =>
    state === 'cancelled' && reason !== undefined ? [{ index, reason }] : [],
  );
  const startedAt = views
    .flatMap(({ claimedAt }) => claimedAt?.toMillis() ?? [])
    .toSorted((one, other) => one - other)[0];
  const doneCount = indexesIn('done').length;
  const failedCount = indexesIn('failed').length;
  const retryableCount = failures.filter(({ state, permanent }) => state === 'failed' && !permanent).length;
  const uncertainCount = indexesIn('uncertain').length;
  const facts: BatchFacts = {
    id: batch.id,
    status: describeStatus(batch, items, doneCount),
    createdAt: batch.createdAt.toDate().toISOString(),
    expiresAt: batch.expiresAt.toDate().toISOString(),
    startedAt: startedAt === undefined ? null : new Date(startedAt).toISOString(),
    endedAt: batch.endedAt?.toDate().toISOString() ?? null,
    cancelledAt: batch.cancelledAt?.toDate().toISOString() ?? null,
    failedCount,
    uncertainCount,
    cancelledCount: indexesIn('cancelled').length,
    failures,
    ...(cancellations.length > 0 && { cancellations }),
    ...(batch.sourceIds && { origins: listOrigins(batch) }),
    ...(batch.deletedItems && { deletedItems: batch.deletedItems }),
    ...(batch.starred?.length && { starred: batch.starred }),
    ...(batch.endedAt && !batch.filesDeleted && listPlaceholders(items)),
    ...(batch.pipeline && listFigures(items)),
    runningItems: indexesIn('claimed', 'calling', 'submitted'),
    ...listItemProgress(items),
    ...listItemRetries(items),
    cost: toDollars(sumMicros(...views.map(({ cost }) => cost))),
    estimate: toDollars(toMicros(batch.estimate)),
    retryable: {
      failed: batch.endedAt && batch.retried.failed === null ? retryableCount : 0,
      uncertain: batch.endedAt && batch.retried.uncertain === null ? uncertainCount : 0,
    },
    filesDeleted:
      batch.filesDeleted || (batch.endedAt !== null && doneCount > 0 && deleted.size === doneCount),
    ...(batch.shareToken !== undefined && { shareToken: batch.shareToken }),
    ...(batch.halfPrice && { halfPrice: { provider: batch.halfPrice } }),
  };
  // The progress of a running batch still has what was deleted.
  const left = views.filter(({ index }) => !deleted.has(index));
  const images = left.flatMap(({ index, image }) => (image && !batch.filesDeleted ? [{ index, image }] : []));
  const states = new Map(views.map(({ index, state }) => [index, state]));
  const texts = new Map(left.flatMap(({ index, texts: own }) => (own ? [[index, own] as const] : [])));
  const checks = new Map(
    left.flatMap((view) => {
      const own = describeChecks(batch, view.index, view);
      return own ? [[view.index, own] as const] : [];
    }),
  );
  return { facts, doneCount, states, images, texts, checks, deleted };
}

/** Undefined if a picture has none. */
export function describeChecks(
  { dismissed, issues: shared }: Batch,
  index: number,
  { image, measures = image?.measures, issues }: ItemView,
): PictureChecks | undefined {
  const checks = { measures, issues: shared?.[index] ?? issues, dismissed: dismissed?.[index] };
  return Object.values(checks).some((each) => each !== undefined) ? checks : undefined;
}

function describeStatus(batch: Batch, items: ItemViews, doneCount: number): BatchStatus {
  if (batch.endedAt) return doneCount > 0 ? 'completed' : 'failed';
  return Object.keys(items).length > 0 ? 'processing' : 'pending';
}

function listFigures(items: ItemViews): Pick<BatchFacts, 'figures'> {
  const figures = Object.entries(items).flatMap(([index, { state, cost, seconds }]) =>
    state === 'done'
      ? [[index, { cost: toDollars(cost), ...(seconds !== undefined && { seconds }) }] as const]
      : [],
  );
  return figures.length === 0 ? {} : { figures: Object.fromEntries(figures) };
}

function listItemProgress(items: ItemViews): Pick<BatchFacts, 'itemProgress'> {
  const shares = Object.entries(items).flatMap(([index, { state, progress = 0 }]) =>
    state === 'claimed' && progress > 0 ? [[index, progress] as const] : [],
  );
  return shares.length === 0 ? {} : { itemProgress: Object.fromEntries(shares) };
}

function listItemRetries(items: ItemViews): Pick<BatchFacts, 'itemRetries'> {
  const retries = Object.entries(items).flatMap(([index, { state, retryAt }]) =>
    retryAt && (state === 'claimed' || state === 'calling')
      ? [[index, retryAt.toDate().toISOString()] as const]
      : [],
  );
  return retries.length === 0 ? {} : { itemRetries: Object.fromEntries(retries) };
}

/** Not of a running batch, which polls read again and again: its pictures appear one by one. */
function listPlaceholders(items: ItemViews): Pick<BatchFacts, 'placeholders'> {
  const placeholders = Object.entries(items).flatMap(([index, { image, placeholder }]) => {
    const hash = image?.placeholder ?? placeholder;
    return hash === undefined ? [] : [[index, hash] as const];
  });
  return placeholders.length === 0 ? {} : { placeholders: Object.fromEntries(placeholders) };
}

function listOrigins({ uploads }: Pick<Batch, 'uploads'>): ItemOrigin[] {
  return (uploads?.files ?? []).flatMap(({ from }, index) => {
    const source = from && uploads?.sources?.[from.batchId];
    if (!source) return [];
    const { batchId, index: sourceIndex, kind } = from;
    return [{ index, from: { batchId, index: sourceIndex, kind, ...source } }];
  });
}
