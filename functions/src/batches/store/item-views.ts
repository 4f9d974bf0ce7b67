/** Stores the items of an ended batch as JSON: Firestore's client takes three times as long to decode maps. See docs/decisions/008. */
import { Timestamp } from 'firebase-admin/firestore';
import { z } from 'zod';
import { ItemViewSchema, type ItemTexts, type ItemViews } from './batch-record.ts';

const StoredViewsSchema = z.record(
  z.string(),
  ItemViewSchema.extend({
    claimedAt: z
      .number()
      .transform((time) => Timestamp.fromMillis(time))
      .nullable(),
  }),
);

export const NO_ITEMS = '{}';

export const writeItemViews = (items: ItemViews): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(items).map(([index, view]) => [
        index,
        { ...view, claimedAt: view.claimedAt?.toMillis() ?? null, progress: undefined, retryAt: undefined },
      ]),
    ),
  );

const StoredImagesSchema = z.record(z.string(), z.object({ image: z.unknown().optional() }));

/** By index, not parsed: for a caller that needs few of them. */
export const parseStoredImages = (json: string) => StoredImagesSchema.parse(JSON.parse(json));

export const parseItemViews = (json: string): ItemViews => StoredViewsSchema.parse(JSON.parse(json));

export function changeItemTexts(json: string, index: number, texts: ItemTexts): string {
  const items = parseItemViews(json);
  const item = items[index];
  return item ? writeItemViews({ ...items, [index]: { ...item, texts } }) : json;
}

/** Keeps state and cost of the items. */
export const removeContent = (items: ItemViews, indexes: ReadonlySet<number>): ItemViews =>
  Object.fromEntries(
    Object.entries(items).map(([index, view]) => {
      const { state, variant, claimedAt, attempts, cost } = view;
      const left = { state, variant, claimedAt, attempts, cost };
      return [index, indexes.has(Number(index)) ? left : view];
    }),
  );

/** What the items have at the media service. */
export function sumStored(items: ItemViews): { storedBytes: number; storedFiles: number } {
  const stored = Object.values(items).flatMap(({ image }) => image?.bytes ?? []);
  return { storedBytes: stored.reduce((sum, bytes) => sum + bytes, 0), storedFiles: stored.length };
}
