import { expect, test } from 'vitest';
import { z } from 'zod';
import indexes from '../../../../firestore.indexes.json' with { type: 'json' };
import { EXPIRING_GROUPS } from './remove-documents.ts';

const OverridesSchema = z.array(
  z.object({ collectionGroup: z.string(), fieldPath: z.string(), ttl: z.boolean().optional() }),
);

/** One that is still open holds reserved money: only the cleanup knows when it has ended. */
const WITHOUT_POLICY = new Set(['batches', 'items']);

test('all but batches and items that the cleanup expires have a TTL policy [D-media.19]', () => {
  const policies = OverridesSchema.parse(indexes.fieldOverrides).filter(({ ttl }) => ttl);
  const expiring = EXPIRING_GROUPS.filter((group) => !WITHOUT_POLICY.has(group));
  expect(
    policies.map(({ collectionGroup, fieldPath }) => `${collectionGroup}.${fieldPath}`).toSorted(),
  ).toEqual(expiring.map((group) => `${group}.expiresAt`).toSorted());
});
