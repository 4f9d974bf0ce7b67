/** How an ended batch stores its items: as JSON, because Firestore's client takes ten times as long to decode maps. */
import { Timestamp } from 'firebase-admin/firestore';
import { z } from 'zod';
import { ItemViewSchema, type ItemViews } from './batch-record.ts';

const WrittenSchema = z.record(
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
        { ...view, claimedAt: view.claimedAt?.toMillis() ?? null },
      ]),
    ),
  );

export const parseItemViews = (written: string): ItemViews => WrittenSchema.parse(JSON.parse(written));
