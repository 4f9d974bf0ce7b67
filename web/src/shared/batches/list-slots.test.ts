import { expect, test } from 'vitest';
import { createFacts } from '../testing/create-facts.ts';
import { arrangeSlots, listSlots, parseRatio } from './list-slots.ts';

const failure = { index: 1, state: 'failed', reason: 'Refused.', attempts: 1 } as const;

test('each image has its place, whatever the order in which they are made', () => {
  const batch = createFacts({ failures: [failure], runningItems: [3] });
  expect(listSlots(batch, ['/api/x/images/4', '/api/x/images/0'], 6)).toEqual([
    { index: 0, state: 'made', address: '/api/x/images/0' },
    { index: 1, state: 'failed', reason: 'Refused.' },
    { index: 2, state: 'queued' },
    { index: 3, state: 'running' },
    { index: 4, state: 'made', address: '/api/x/images/4' },
    { index: 5, state: 'queued' },
  ]);
});

test('[T4.2.5] of a batch that has ended, what was made stays and what was cancelled has no place', () => {
  const batch = createFacts({ status: 'completed', failures: [{ ...failure, state: 'uncertain' }] });
  expect(listSlots(batch, ['/api/x/images/0'], 100)).toEqual([
    { index: 0, state: 'made', address: '/api/x/images/0' },
    { index: 1, state: 'uncertain', reason: 'Refused.' },
  ]);
});

test.each([
  ['16:9', 16 / 9],
  ['2:3', 2 / 3],
  [undefined, 1],
  ['auto', 1],
  ['4:0', 1],
])('the ratio %s is %d', (text, ratio) => {
  expect(parseRatio(text)).toBe(ratio);
});

test.each([
  ['a few are large and all there', 800, 1, 4, { columns: 6, shown: 4 }],
  [
    'a hundred keep to two rows, and the last place tells of the rest',
    800,
    1,
    100,
    { columns: 10, shown: 19 },
  ],
  ['wide pictures stand fewer in a row', 800, 16 / 9, 100, { columns: 7, shown: 13 }],
  ['a phone still has three in a row', 260, 21 / 9, 3, { columns: 3, shown: 3 }],
])('%s', (_name, width, ratio, total, arrangement) => {
  expect(arrangeSlots(width, ratio, total)).toEqual(arrangement);
});
