/** The final state of an item, and the money and progress that belong to it. */
import type { PermanentFailure } from '@portal/contracts/batches';
import type { Issue } from '@portal/contracts/checks';
import { readPricedImage, type PricedImage } from '@portal/contracts/pricing';
import type { Firestore, Timestamp } from 'firebase-admin/firestore';
import type { Appearance } from '../../pictures/checks/appearance.ts';
import type { StoredImage } from '../../pictures/media/stored-image.ts';
import type { Writer } from '../../platform/writer.ts';
import { negateMicros, NO_MICROS, sumMicros, toMicros, type Micros } from '../../spend/micros.ts';
import { addSpend } from '../../spend/spend-store.ts';
import type { ItemRecord, ItemTexts } from '../store/batch-record.ts';
import type { Batch } from '../store/batch-store.ts';
import { writeItemProgress } from '../store/progress-store.ts';

/** How an item ended. `cost` is that of the last attempt, `saved` what it would have cost more without half price. */
export type Outcome =
  | { state: 'done'; image: StoredImage; cost: Micros; saved?: Micros | undefined }
  | {
      state: 'done';
      texts: ItemTexts;
      issues?: Issue[] | undefined;
      appearance?: Appearance | undefined;
      cost: Micros;
      saved?: Micros | undefined;
    }
  | { state: 'failed'; reason: string; cost?: Micros | undefined; permanent?: PermanentFailure | undefined }
  /** `cost`: the maximum, by default the whole reserve. */
  | { state: 'uncertain'; reason: string; cost?: Micros | undefined }
  /** `reason`: unless the owner has cancelled it. */
  | { state: 'cancelled'; reason?: string };

/** Returns the item in its final state; the caller writes it. */
export function settleItem(
  firestore: Firestore,
  writer: Writer,
  batch: Batch,
  item: ItemRecord,
  outcome: Outcome,
): ItemRecord {
  const cost = findCost(item, outcome);
  const settled: ItemRecord = {
    ...item,
    state: outcome.state,
    isOpen: false,
    cost: sumMicros(item.spent, cost),
    reserved: NO_MICROS,
    startedCall: null,
    image: 'image' in outcome ? outcome.image : null,
    texts: 'texts' in outcome ? outcome.texts : null,
    ...('texts' in outcome && { ...outcome.appearance, ...(outcome.issues && { issues: outcome.issues }) }),
  };
  releaseReserve(firestore, writer, batch, item, cost, {
    estimated: wasMade(outcome) ? estimateItem(batch) : NO_MICROS,
    saved: ('saved' in outcome && outcome.saved) || NO_MICROS,
    image: outcome.state === 'done' ? readPricedImage(batch.settings) : undefined,
  });
  writeItemProgress(firestore, writer, batch, settled, {
    ...('reason' in outcome && outcome.reason !== undefined && { reason: outcome.reason }),
    ...('permanent' in outcome && outcome.permanent && { permanent: outcome.permanent }),
    ...(batch.pipeline &&
      outcome.state === 'done' &&
      item.claimedAt && { seconds: sinceClaim(item.claimedAt) }),
  });
  return settled;
}

const sinceClaim = (claimedAt: Timestamp): number =>
  Math.round((Date.now() - claimedAt.toMillis()) / 100) / 10;

function findCost(item: ItemRecord, outcome: Outcome): Micros {
  if ('cost' in outcome && outcome.cost !== undefined) return outcome.cost;
  return outcome.state === 'uncertain' ? item.reserved : NO_MICROS;
}

/** An uncertain result counts: the provider may have made it. */
const wasMade = ({ state }: Outcome): boolean => state === 'done' || state === 'uncertain';

const estimateItem = ({ estimate, total }: Batch): Micros => toMicros(estimate / total);

interface Made {
  /** A failed attempt is in no estimate. */
  estimated: Micros;
  saved: Micros;
  image?: PricedImage | undefined;
}

const NOTHING: Made = { estimated: NO_MICROS, saved: NO_MICROS };

/** Replaces the reserve of the item's call by what the call cost. */
export function releaseReserve(
  firestore: Firestore,
  writer: Writer,
  batch: Batch,
  { spendMonth, reserved }: ItemRecord,
  cost: Micros,
  made = NOTHING,
): void {
  if (spendMonth === null) return;
  const change = { spent: cost, reserved: negateMicros(reserved), ...made };
  addSpend(firestore, writer, spendMonth, batch, change);
}
