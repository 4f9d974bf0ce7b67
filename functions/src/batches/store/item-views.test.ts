import { Timestamp } from 'firebase-admin/firestore';
import { expect, it } from 'vitest';
import { toMicros } from '../../spend/micros.ts';
import type { ItemViews } from './batch-record.ts';
import { changeItemTexts, NO_ITEMS, parseItemViews, writeItemViews } from './item-views.ts';

const items: ItemViews = {
  0: {
    state: 'done',
    variant: 4,
    claimedAt: Timestamp.fromMillis(1_700_000_000_123),
    attempts: 1,
    cost: toMicros(0.035),
    image: { publicId: 'one', version: 1, format: 'png', width: 1, height: 2, bytes: 3, isInBucket: true },
  },
  11: {
    state: 'done',
    variant: 0,
    claimedAt: Timestamp.fromMillis(0),
    attempts: 2,
    cost: toMicros(0),
    texts: { title: 'Caf\u00e9 \u2615', keywords: ['a', 'b'] },
  },
  12: {
    state: 'failed',
    variant: 1,
    claimedAt: null,
    attempts: 3,
    cost: toMicros(1),
    reason: 'Refused.',
    permanent: 'refused',
  },
};

it('reads the items that it wrote', () => {
  expect(parseItemViews(writeItemViews(items))).toEqual(items);
  expect(parseItemViews(NO_ITEMS)).toEqual({});
});

it('changes the texts of one item', () => {
  const texts = { title: 'Tea' };
  const changed = parseItemViews(changeItemTexts(writeItemViews(items), 11, texts));
  expect(changed).toEqual({ ...items, 11: { ...items[11], texts } });
});

it('rejects items of another form', () => {
  expect(() => parseItemViews(JSON.stringify({ 0: { ...items[0], claimedAt: 'now' } }))).toThrow('claimedAt');
});
