import type { ItemOrigin } from '@portal/contracts/batches';
import { expect, test } from 'vitest';
import { groupOrigins, listSources } from './linked-batch.ts';

const sentFrom = (index: number, batchId: string, name: string): ItemOrigin => ({
  index,
  from: { batchId, index, kind: 'result', tool: 'image-generator', name },
});
const origins = [sentFrom(0, 'fox', 'Fox'), sentFrom(1, 'owl', 'Owl'), sentFrom(2, 'fox', 'Fox')];

test('counts the pictures of each source', () => {
  expect(groupOrigins(origins)).toEqual([
    { batchId: 'fox', tool: 'image-generator', name: 'Fox', pictures: 2 },
    { batchId: 'owl', tool: 'image-generator', name: 'Owl', pictures: 1 },
  ]);
});

test('prefers what the server knows: present names and sources that are gone', () => {
  const pictures = [{ index: 0, from: { index: 0, kind: 'result' as const } }];
  const source = {
    batchId: 'fox',
    tool: 'image-generator' as const,
    name: 'Red fox',
    isGone: true,
    pictures,
  };
  expect(listSources(origins, { sources: [source] })).toEqual([
    { batchId: 'fox', tool: 'image-generator', name: 'Red fox', isGone: true, pictures: 1 },
  ]);
  expect(listSources(origins, undefined)).toHaveLength(2);
});
