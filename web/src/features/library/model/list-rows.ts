/** What the page shows, from top to bottom: each batch's header and its rows of pictures. */
import type { LibraryBatch, LibraryPicture } from '@portal/contracts/library';
import type { StackCell } from '../../../pictures/checks/arrange-stacks.ts';
import type { CheckedPicture } from '../../../pictures/checks/find-stacks.ts';
import type { StackGroup } from '../../../pictures/checks/use-stack-cells.ts';
import { clampRatio, justify } from './justify.ts';

export interface ShownPicture extends CheckedPicture {
  ratio: number;
  picture: LibraryPicture;
  batch: LibraryBatch;
}

/** What the grid shows of it: a picture, or a stack with this picture on top. */
export type ShownCell = StackCell<ShownPicture>;

export interface ShownBatch extends StackGroup<ShownPicture> {
  batch: LibraryBatch;
  /** Missing if they are its pictures. */
  cells?: readonly ShownCell[];
}

export type Row =
  | { kind: 'header'; key: string; height: number; shown: ShownBatch; day: string | undefined }
  | { kind: 'pictures'; key: string; height: number; pictures: readonly ShownCell[] };

export const GAP = 8;
/** A narrow one has three lines instead of two. */
const findHeaderHeight = (width: number): number => (width < 600 ? 104 : 84);
const DAY_HEIGHT = 44;
/** Space above a header, which the first one does not need. */
const TOP_SPACE = 24;
/** Originals have unknown sizes. */
const UNKNOWN_RATIO = 1;

const keyOf = (batchId: string, { index }: Pick<LibraryPicture, 'index'>): string => `${batchId}/${index}`;

export const showBatch = (
  batch: LibraryBatch,
  matches: (picture: LibraryPicture) => boolean,
): ShownBatch => ({
  batch,
  pictures: batch.pictures.filter(matches).map((picture) => ({
    key: keyOf(batch.id, picture),
    isStarred: picture.isStarred,
    checks: picture.checks,
    ratio: clampRatio(
      picture.width !== undefined && picture.height !== undefined && picture.height > 0
        ? picture.width / picture.height
        : UNKNOWN_RATIO,
    ),
    picture,
    batch,
  })),
});

/** Those that still exist, in the order of their keys. */
export function findPictures(batches: readonly LibraryBatch[], keys: readonly string[]): ShownPicture[] {
  const wanted = new Set(keys);
  const found = batches.flatMap(
    (batch) => showBatch(batch, (picture) => wanted.has(keyOf(batch.id, picture))).pictures,
  );
  const byKey = new Map(found.map((picture) => [picture.key, picture]));
  return keys.flatMap((key) => byKey.get(key) ?? []);
}

const dayNames = new Intl.DateTimeFormat('en', { weekday: 'long', month: 'short', day: 'numeric' });
const dayKeys = new Intl.DateTimeFormat('en', { dateStyle: 'short' });
const DAY_MS = 24 * 60 * 60 * 1000;

/** 'Today', 'Yesterday' or 'Friday, Nov 20', in the browser's time zone. */
export function describeDay(time: string, now: number): string {
  const key = dayKeys.format(new Date(time));
  if (key === dayKeys.format(now)) return 'Today';
  if (key === dayKeys.format(now - DAY_MS)) return 'Yesterday';
  return dayNames.format(new Date(time));
}

export function listRows(
  batches: readonly ShownBatch[],
  { width, height, now }: { width: number; height: number; now: number },
): Row[] {
  let lastDay: string | undefined;
  return batches.flatMap((shown, position): Row[] => {
    const { batch, pictures, cells = pictures } = shown;
    const day = describeDay(batch.createdAt, now);
    const isFirst = day !== lastDay;
    lastDay = day;
    const header: Row = {
      kind: 'header',
      key: batch.id,
      height: findHeaderHeight(width) + (isFirst ? DAY_HEIGHT : 0) - (position === 0 ? TOP_SPACE : 0),
      shown,
      day: isFirst ? day : undefined,
    };
    const rows = justify(cells, { width, height, gap: GAP }).map((row, index): Row => ({
      kind: 'pictures',
      key: `${batch.id}#${index}`,
      height: row.height + GAP,
      pictures: row.pictures,
    }));
    return [header, ...rows];
  });
}

/** The picture above or below another one: the closest to its middle in the next row of pictures. */
export function findVertical(rows: readonly Row[], key: string, step: 1 | -1): string | undefined {
  const lines = rows.flatMap((row) => (row.kind === 'pictures' ? [row.pictures] : []));
  const line = lines.findIndex((pictures) => pictures.some((each) => each.key === key));
  const target = lines[line + step];
  if (line === -1 || !target) return undefined;
  const middles = (pictures: readonly ShownPicture[]) => {
    let left = 0;
    return pictures.map(({ key: own, ratio }) => {
      left += ratio;
      return { key: own, middle: left - ratio / 2 };
    });
  };
  const middle = middles(lines[line] ?? []).find((each) => each.key === key)?.middle ?? 0;
  return middles(target).reduce((best, each) =>
    Math.abs(each.middle - middle) < Math.abs(best.middle - middle) ? each : best,
  ).key;
}
