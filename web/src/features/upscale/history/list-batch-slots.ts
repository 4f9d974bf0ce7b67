import type { UpscaleBatch } from '@portal/contracts/upscale';
import { listSlots, type Slot } from '../../../shared/batches/list-slots.ts';

/** The places of a batch's pictures; one that failed says which file it was, and why. */
export function listBatchSlots(batch: UpscaleBatch): Slot[] {
  const addresses = batch.results.flatMap(({ enhancedUrl }) => enhancedUrl ?? []);
  return listSlots(batch, addresses, batch.totalImages).map((slot) =>
    'reason' in slot ? { ...slot, reason: `${nameItem(batch, slot.index)}: ${slot.reason}` } : slot,
  );
}

/** As the person's file is called. */
export const nameItem = ({ results }: UpscaleBatch, index: number): string =>
  results.find((result) => result.index === index)?.originalFileName ?? `Image ${index + 1}`;
