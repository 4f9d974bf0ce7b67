import { expect, test } from 'vitest';
import { z } from 'zod';
import indexes from '../../../firestore.indexes.json' with { type: 'json' };
import { EXPIRING_GROUPS } from './remove-documents.ts';

const OverridesSchema = z.array(
  z.object({ collectionGroup: z.string(), fieldPath: z.string(), ttl: z.boolean().optional() }),
);

test('every collection that the cleanup expires has a TTL policy [D-media.19]', () => {
  const policies = OverridesSchema.parse(indexes.fieldOverrides).filter(({ ttl }) => ttl);
  expect(
    policies.map(({ collectionGroup, fieldPath }) => `${collectionGroup}.${fieldPath}`).toSorted(),
  ).toEqual(['batches', ...EXPIRING_GROUPS].map((group) => `${group}.expiresAt`).toSorted());
});
