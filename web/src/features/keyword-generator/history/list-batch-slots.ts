import { isActive } from '@portal/contracts/batches';
import type { KeywordBatch, KeywordResult } from '@portal/contracts/keyword-generator';
import type { Slot } from '../../../pictures/batches/list-slots.ts';

/** One slot per image, filled once its texts exist. Once the batch has ended, cancelled items have no slot. */
export function listBatchSlots({
  status,
  results,
  failures,
  placeholders,
}: Pick<KeywordBatch, 'status' | 'results' | 'failures' | 'placeholders'>): Slot[] {
  const failed = new Map(failures.map((failure) => [failure.index, failure]));
  const makeSlot = ({ index, fileName, previewUrl, status: state }: KeywordResult): Slot => {
    const failure = failed.get(index);
    if (failure) return { index, state: failure.state, reason: `${fileName}: ${failure.reason}` };
    if (state === 'completed')
      return { index, state: 'made', url: previewUrl, placeholder: placeholders?.[index] };
    return { index, state: state === 'processing' ? 'running' : 'queued' };
  };
  return results.filter((result) => isActive(status) || result.status !== 'cancelled').map(makeSlot);
}
