import { isActive, type BatchFacts } from '@portal/contracts/batches';

/** The position of one image in a batch and its state. */
export type Slot =
  | { index: number; state: 'made'; url: string; placeholder?: string | undefined }
  | { index: number; state: 'running' | 'queued' }
  | { index: number; state: 'failed' | 'uncertain'; reason: string };

/** Each of `urls` ends in `/{item index}`. Once the batch has ended, cancelled items have no slot. */
export function listSlots(
  {
    status,
    runningItems,
    failures,
    placeholders,
  }: Pick<BatchFacts, 'status' | 'runningItems' | 'failures' | 'placeholders'>,
  urls: readonly string[],
  total: number,
): Slot[] {
  const made = new Map(urls.map((url) => [Number(url.slice(url.lastIndexOf('/') + 1)), url]));
  const failed = new Map(failures.map((failure) => [failure.index, failure]));
  const running = new Set(runningItems);
  const slots = Array.from({ length: total }, (_, index): Slot => {
    const url = made.get(index);
    if (url !== undefined) return { index, state: 'made', url, placeholder: placeholders?.[index] };
    const failure = failed.get(index);
    if (failure) return { index, state: failure.state, reason: failure.reason };
    return { index, state: running.has(index) ? 'running' : 'queued' };
  });
  return isActive(status) ? slots : slots.filter(({ state }) => state !== 'queued');
}

/** '16:9' as a number. An invalid ratio counts as a square. */
export function parseRatio(aspectRatio: string | undefined): number {
  const [width, height] = (aspectRatio ?? '').split(':').map(Number);
  return width !== undefined && height !== undefined && width > 0 && height > 0 ? width / height : 1;
}

/** Gap between two slots. */
export const GAP_PX = 6;
const MAX_ROWS = 2;
const MIN_COLUMNS = 3;
const NARROW_PX = 480;

/** How many slots fit in a row, and how many show before 'Show more'. Fewer images are shown larger. */
export function arrangeSlots(
  width: number,
  ratio: number,
  total: number,
): { columns: number; shown: number } {
  const side = (total <= 6 ? 116 : total <= 24 ? 88 : 72) * (width < NARROW_PX ? 0.84 : 1);
  // Images have about the same area, whatever their aspect ratio.
  const idealWidth = side * Math.sqrt(ratio);
  const columns = Math.max(Math.floor((width + GAP_PX) / (idealWidth + GAP_PX)), MIN_COLUMNS);
  const capacity = columns * MAX_ROWS;
  return { columns, shown: total <= capacity ? total : capacity - 1 };
}
