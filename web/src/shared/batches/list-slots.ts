import { isActive, type BatchFacts } from '@portal/contracts/batches';

/** The place of one image in a batch, and what is in it. */
export type Slot =
  | { index: number; state: 'made'; address: string }
  | { index: number; state: 'running' | 'queued' }
  | { index: number; state: 'failed' | 'uncertain'; reason: string };

/** Without what was cancelled, once the batch has ended. `addresses` are of the images made so far, each ending in `/{index of the item}`. */
export function listSlots(
  { status, runningItems, failures }: Pick<BatchFacts, 'status' | 'runningItems' | 'failures'>,
  addresses: readonly string[],
  total: number,
): Slot[] {
  const made = new Map(
    addresses.map((address) => [Number(address.slice(address.lastIndexOf('/') + 1)), address]),
  );
  const failed = new Map(failures.map((failure) => [failure.index, failure]));
  const running = new Set(runningItems);
  const slots = Array.from({ length: total }, (_, index): Slot => {
    const address = made.get(index);
    if (address !== undefined) return { index, state: 'made', address };
    const failure = failed.get(index);
    if (failure) return { index, state: failure.state, reason: failure.reason };
    return { index, state: running.has(index) ? 'running' : 'queued' };
  });
  return isActive(status) ? slots : slots.filter(({ state }) => state !== 'queued');
}

/** '16:9' as a number; what is no ratio is a square. */
export function parseRatio(aspectRatio: string | undefined): number {
  const [width, height] = (aspectRatio ?? '').split(':').map(Number);
  return width !== undefined && height !== undefined && width > 0 && height > 0 ? width / height : 1;
}

/** Between two slots. */
export const GAP_PX = 6;
const MOST_ROWS = 2;
const FEWEST_COLUMNS = 3;
const NARROW_PX = 480;

/** How many slots stand in a row, and how many are shown before the rest is asked for: few pictures are large ones. */
export function arrangeSlots(
  width: number,
  ratio: number,
  total: number,
): { columns: number; shown: number } {
  const side = (total <= 6 ? 116 : total <= 24 ? 88 : 72) * (width < NARROW_PX ? 0.84 : 1);
  // Pictures of about the same area, whatever their shape.
  const wanted = side * Math.sqrt(ratio);
  const columns = Math.max(Math.floor((width + GAP_PX) / (wanted + GAP_PX)), FEWEST_COLUMNS);
  const capacity = columns * MOST_ROWS;
  return { columns, shown: total <= capacity ? total : capacity - 1 };
}
