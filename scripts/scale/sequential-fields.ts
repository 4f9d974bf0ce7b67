/** Indexes of all items of the portal by a time: new entries are added at one place, which Firestore slows down. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Times of an item, with how often an image sets each: when it is created, claimed and settled. */
const WRITES_AN_IMAGE: Readonly<Record<string, number>> = { wakeAt: 3, expiresAt: 1 };
const GROUP = 'COLLECTION_GROUP';

const IndexesSchema = z.object({
  indexes: z.array(
    z.object({
      collectionGroup: z.string(),
      queryScope: z.string(),
      fields: z.array(z.object({ fieldPath: z.string() })),
    }),
  ),
  fieldOverrides: z.array(
    z.object({
      collectionGroup: z.string(),
      fieldPath: z.string(),
      indexes: z.array(z.object({ queryScope: z.string() })),
    }),
  ),
});

const file = join(import.meta.dirname, '../../firestore.indexes.json');

/** Writes of an image to the index that gets most of them. An index of one batch's items is small, and one among many. */
export function countSequentialWrites(text = readFileSync(file, 'utf8')): number {
  const { indexes, fieldOverrides } = IndexesSchema.parse(JSON.parse(text));
  const fields = [
    ...indexes
      .filter(({ collectionGroup, queryScope }) => collectionGroup === 'items' && queryScope === GROUP)
      .flatMap((index) => index.fields.map(({ fieldPath }) => fieldPath)),
    ...fieldOverrides
      .filter(
        (field) =>
          field.collectionGroup === 'items' && field.indexes.some((each) => each.queryScope === GROUP),
      )
      .map(({ fieldPath }) => fieldPath),
  ];
  return Math.max(0, ...fields.map((field) => WRITES_AN_IMAGE[field] ?? 0));
}
