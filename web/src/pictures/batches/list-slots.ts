import { isActive, type BatchFacts } from '@portal/contracts/batches';
import type { PictureSize } from './picture-size.ts';

/** The position of one image in a batch and its state. */
export type Slot =
  | { index: number; state: 'made'; url: string; placeholder?: string | undefined }
  | { index: number; state: 'queued' }
  /** `share`: of its work that is done, from 0 to 1, if known. */
  | { index: number; state: 'running'; share?: number }
  | { index: number; state: 'failed' | 'uncertain'; reason: string };

/** Each of `urls` ends in `/{item index}`. Deleted pictures have no slot, nor what waits at a provider for hours, nor, once the batch has ended, cancelled items. */
export function listSlots(
  {
    status,
    halfPrice,
    runningItems,
    itemProgress,
    failures,
    deletedItems,
    placeholders,
  }: Pick<
    BatchFacts,
    'status' | 'halfPrice' | 'runningItems' | 'itemProgress' | 'failures' | 'deletedItems' | 'placeholders'
  >,
  urls: readonly string[],
  total: number,
): Slot[] {
  const made = new Map(urls.map((url) => [Number(url.slice(url.lastIndexOf('/') + 1)), url]));
  const failed = new Map(failures.map((failure) => [failure.index, failure]));
  const running = new Set(runningItems);
  const deleted = new Set(deletedItems);
  const indexes = Array.from({ length: total }, (_, index) => index).filter((index) => !deleted.has(index));
  const slots = indexes.map((index): Slot => {
    const url = made.get(index);
    if (url !== undefined) return { index, state: 'made', url, placeholder: placeholders?.[index] };
    const failure = failed.get(index);
    if (failure) return { index, state: failure.state, reason: failure.reason };
    if (!running.has(index) || halfPrice) return { index, state: 'queued' };
    const share = itemProgress?.[index];
    return { index, state: 'running', ...(share !== undefined && { share }) };
  });
  return isActive(status) && !halfPrice ? slots : slots.filter(({ state }) => state !== 'queued');
}

/** '16:9' as a number. An invalid ratio counts as a square. */
export function parseRatio(aspectRatio: string | undefined): number {
  const [width, height] = (aspectRatio ?? '').split(':').map(Number);
  return width !== undefined && height !== undefined && width > 0 && height > 0 ? width / height : 1;
}

/** Gap between two slots. */
export const GAP_PX = 6;
/** Rows of a strip that does not fit. One more row is better than a few hidden images. */
const ROWS = 2;
const MAX_ROWS = 3;
const NARROW_PX = 480;

interface Size {
  /** Pixels of a side for up to 6, up to 24, and more images. */
  sides: readonly [few: number, some: number, many: number];
  /** The factor for narrow strips. */
  narrow: number;
  minColumns: number;
}

const SIZES: Record<PictureSize, Size> = {
  small: { sides: [116, 88, 72], narrow: 0.84, minColumns: 3 },
  medium: { sides: [176, 136, 112], narrow: 0.68, minColumns: 2 },
  large: { sides: [264, 208, 176], narrow: 0.84, minColumns: 2 },
};

/** How many slots fit in a row, and how many show before 'Show more'. Fewer images are shown larger. */
export function arrangeSlots(
  width: number,
  ratio: number,
  total: number,
  size: PictureSize,
): { columns: number; shown: number } {
  const { sides, narrow, minColumns } = SIZES[size];
  const side = sides[total <= 6 ? 0 : total <= 24 ? 1 : 2] * (width < NARROW_PX ? narrow : 1);
  // Images have about the same area, whatever their aspect ratio.
  const idealWidth = side * Math.sqrt(ratio);
  const columns = Math.max(Math.floor((width + GAP_PX) / (idealWidth + GAP_PX)), minColumns);
  return { columns, shown: total <= columns * MAX_ROWS ? total : columns * ROWS - 1 };
}

/** The height of a strip with this many slots, as the browser lays it out. */
export function measureStrip(width: number, ratio: number, columns: number, slots: number): number {
  const rows = Math.ceil(slots / columns);
  return rows * ((width - (columns - 1) * GAP_PX) / columns / ratio) + Math.max(rows - 1, 0) * GAP_PX;
}
