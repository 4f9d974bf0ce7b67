import type { CleanupTrigger } from '@portal/contracts/storage';
import type { Timestamp } from 'firebase-admin/firestore';
import { hasEnded, isOver, type BatchState } from '../../batches/store/expired-batches.ts';
import { RETENTION_MS } from '../../batches/store/batch-store.ts';
import { batchIdOf, indexOf } from '../../batches/store/media-names.ts';
import type { Resource } from '../../pictures/media/media-admin.ts';

interface Rule {
  trigger: CleanupTrigger;
  cutoff: Timestamp;
}

/** The resources to delete. A resource of an existing batch is judged by its batch only. */
export const chooseResources = <Chosen extends Resource>(
  resources: readonly Chosen[],
  batches: ReadonlyMap<string, BatchState>,
  rule: Rule,
): Chosen[] =>
  resources.filter((resource) => {
    const batch = batches.get(batchIdOf(resource.publicId) ?? '');
    return rule.trigger === 'manual'
      ? isDeletedManually(resource, batch, rule)
      : isDeletedAtNight(resource, batch, rule);
  });

/** Everything that existed when the cleanup was requested, except results of running batches. */
function isDeletedManually(
  { createdAt }: Resource,
  batch: BatchState | undefined,
  { cutoff }: Rule,
): boolean {
  return batch ? hasEnded(batch, cutoff) : createdAt.getTime() <= cutoff.toMillis();
}

function isDeletedAtNight(
  { publicId, createdAt }: Resource,
  batch: BatchState | undefined,
  { cutoff }: Rule,
): boolean {
  if (!batch) return isOld(createdAt, cutoff);
  // A task should have deleted the file of a deleted item.
  return isOver(batch, cutoff) || (batch.deletedItems?.includes(indexOf(publicId) ?? -1) ?? false);
}

/** For what belongs to no batch. */
export const isOld = (createdAt: Date, cutoff: Timestamp): boolean =>
  createdAt.getTime() <= cutoff.toMillis() - RETENTION_MS;
