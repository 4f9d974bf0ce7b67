import { expect, test } from 'vitest';
import { createFacts } from '../../testing/create-facts.ts';
import { makeDescribePicture } from './describe-picture.ts';

test('tells the viewer where a picture came from, and whether it is starred', () => {
  const from = { batchId: 'fox', index: 7, kind: 'result', tool: 'upscale', name: 'Fox' } as const;
  const batch = { ...createFacts(), starred: [1], origins: [{ index: 1, from }] };
  const describe = makeDescribePicture({ name: 'stylizer', readTitle: () => ({ title: 'A batch' }) }, batch);
  expect([0, 1].map((index) => describe({ index }))).toMatchObject([
    { origin: undefined, isStarred: false },
    { origin: from, isStarred: true },
  ]);
});
