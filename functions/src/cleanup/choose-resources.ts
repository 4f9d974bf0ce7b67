import type { CleanupTrigger } from '@portal/contracts/storage';
import type { Timestamp } from 'firebase-admin/firestore';
import { hasEnded, isOver, type BatchState } from '../batches/store/batch-states.ts';
import { RETENTION_MS } from '../batches/store/batch-store.ts';
import { batchIdOf } from '../batches/store/media-names.ts';
import type { Resource } from '../media/media-admin.ts';

interface Rule {
  trigger: CleanupTrigger;
  cutoff: Timestamp;
}

/** Those of a page that go. Whose batch is known goes with that, and at no other time. */
export const chooseResources = (
  resources: readonly Resource[],
  batches: ReadonlyMap<string, BatchState>,
  rule: Rule,
): Resource[] =>
  resources.filter((resource) => {
    const batch = batches.get(batchIdOf(resource.publicId) ?? '');
    return rule.trigger === 'manual' ? goesNow(resource, batch, rule) : goesAtNight(resource, batch, rule);
  });

/** All that was there when it was asked for, but for what is being made. */
function goesNow({ createdAt }: Resource, batch: BatchState | undefined, { cutoff }: Rule): boolean {
  return batch ? hasEnded(batch, cutoff) : createdAt.getTime() <= cutoff.toMillis();
}

function goesAtNight({ createdAt }: Resource, batch: BatchState | undefined, { cutoff }: Rule): boolean {
  return batch ? isOver(batch, cutoff) : isOld(createdAt, cutoff);
}

/** What belongs to no batch has its own age. */
export const isOld = (createdAt: Date, cutoff: Timestamp): boolean =>
  createdAt.getTime() <= cutoff.toMillis() - RETENTION_MS;
