/** How queries run. What they find is compared with Google's emulator by the conformance suite. */
import { expect, test } from 'vitest';
import { prepareQuery } from './prepare-query.ts';
import { createDocument, createQuery, createSnapshot, idsOf, orderBy, ROOT } from './testing/test-data.ts';

test('a limit returns the first of the sorted results', () => {
  const many = createSnapshot(
    Array.from({ length: 500 }, (_, index) =>
      createDocument(`c/${index}`, { x: BigInt((index * 7919) % 101) }),
    ),
  );
  for (const order of [orderBy('x'), orderBy('x desc'), orderBy('x', '__name__ desc')]) {
    const all = idsOf(prepareQuery(ROOT, createQuery({ orderBy: order })).run(many)).split(' ');
    for (const limit of [1, 7, 250, 499, 600]) {
      const limited = prepareQuery(ROOT, createQuery({ orderBy: order, limit: { value: limit } }));
      expect(idsOf(limited.run(many))).toBe(all.slice(0, limit).join(' '));
    }
  }
});

test('a document stays encoded without a selection', () => {
  const document = createDocument('c/a', { x: 1n });
  expect(prepareQuery(ROOT, createQuery()).project(document)).toBe(document);
});
