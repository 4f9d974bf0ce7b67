import { expect, test } from 'vitest';
import { createFacts } from '../../testing/create-facts.ts';
import { arrangeSlots, listSlots, measureStrip, parseRatio } from './list-slots.ts';

const failure = { index: 1, state: 'failed', reason: 'Refused.', attempts: 1 } as const;

test('keeps images in order, whatever the order they finish in', () => {
  const batch = createFacts({ failures: [failure], runningItems: [3] });
  expect(listSlots(batch, ['/api/x/images/4', '/api/x/images/0'], 6)).toEqual([
    { index: 0, state: 'made', url: '/api/x/images/0' },
    { index: 1, state: 'failed', reason: 'Refused.' },
    { index: 2, state: 'queued' },
    { index: 3, state: 'running' },
    { index: 4, state: 'made', url: '/api/x/images/4' },
    { index: 5, state: 'queued' },
  ]);
});

test('shows how much of a running image is done', () => {
  const batch = createFacts({ runningItems: [0, 1], itemProgress: { 1: 0.4 } });
  expect(listSlots(batch, [], 2)).toEqual([
    { index: 0, state: 'running' },
    { index: 1, state: 'running', share: 0.4 },
  ]);
});

test('shows no boxes for images that wait at a provider for half the price', () => {
  const batch = createFacts({ halfPrice: { provider: 'openai' }, runningItems: [0, 1] });
  expect(listSlots(batch, ['/api/x/images/1'], 2)).toEqual([
    { index: 1, state: 'made', url: '/api/x/images/1' },
  ]);
});

test('drops cancelled slots once the batch has ended [T4.2.5]', () => {
  const batch = createFacts({ status: 'completed', failures: [{ ...failure, state: 'uncertain' }] });
  expect(listSlots(batch, ['/api/x/images/0'], 100)).toEqual([
    { index: 0, state: 'made', url: '/api/x/images/0' },
    { index: 1, state: 'uncertain', reason: 'Refused.' },
  ]);
});

test('drops deleted pictures, also while the batch runs', () => {
  const batch = createFacts({ deletedItems: [0, 2] });
  expect(listSlots(batch, ['/api/x/images/1'], 4)).toEqual([
    { index: 1, state: 'made', url: '/api/x/images/1' },
    { index: 3, state: 'queued' },
  ]);
});

test.each([
  ['16:9', 16 / 9],
  ['2:3', 2 / 3],
  [undefined, 1],
  ['auto', 1],
  ['4:0', 1],
  ['0:4', 1],
])('parses the ratio %s as %d', (text, ratio) => {
  expect(parseRatio(text)).toBe(ratio);
});

test.each([
  ['shows a few images large', 800, 1, 4, 'small', { columns: 6, shown: 4 }],
  ['limits many images to two rows with Show more', 800, 1, 100, 'small', { columns: 10, shown: 19 }],
  ['needs no gap after the last column', 774, 1, 100, 'small', { columns: 10, shown: 19 }],
  ['fits fewer wide images in a row', 800, 16 / 9, 100, 'small', { columns: 7, shown: 13 }],
  ['keeps three columns on a phone', 260, 21 / 9, 3, 'small', { columns: 3, shown: 3 }],
  ['fits fewer medium images in a row', 800, 1, 100, 'medium', { columns: 6, shown: 11 }],
  ['shows a third row rather than a few hidden images', 800, 1, 12, 'medium', { columns: 5, shown: 12 }],
  ['fits fewest large images in a row', 800, 1, 100, 'large', { columns: 4, shown: 7 }],
  ['makes images smaller on a phone', 479, 1, 100, 'medium', { columns: 5, shown: 9 }],
  ['makes images larger than on a phone', 480, 1, 100, 'medium', { columns: 4, shown: 7 }],
  ['keeps two columns of large images on a phone', 260, 1, 3, 'large', { columns: 2, shown: 3 }],
] as const)('%s', (_name, width, ratio, total, size, arrangement) => {
  expect(arrangeSlots(width, ratio, total, size)).toEqual(arrangement);
});

test('measures a strip with its gaps', () => {
  expect(measureStrip(312, 2, 3, 4)).toBe(106);
});
