import type { UpscaleBatch } from '@portal/contracts/upscale';
import { listSlots, type Slot } from '../../../pictures/batches/list-slots.ts';

/** Slots of a batch. The reason of a failed one starts with its file name. */
export function listBatchSlots(batch: UpscaleBatch): Slot[] {
  const urls = batch.results.flatMap(({ enhancedUrl }) => enhancedUrl ?? []);
  return listSlots(batch, urls, batch.totalImages).map((slot) =>
    'reason' in slot ? { ...slot, reason: `${nameItem(batch, slot.index)}: ${slot.reason}` } : slot,
  );
}

/** The original file name, if known. */
export const nameItem = ({ results }: UpscaleBatch, index: number): string =>
  results.find((result) => result.index === index)?.originalFileName ?? `Image ${index + 1}`;
