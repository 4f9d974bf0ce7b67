import { expect, test } from 'vitest';
import { createFacts } from '../testing/create-facts.ts';
import {
  canDownload,
  describeCost,
  describeDeletion,
  describeStatus,
  describeTimeLeft,
  estimateTimeLeft,
} from './describe-progress.ts';

const STARTED = Date.parse('2026-11-21T12:00:00.000Z');
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

test.each([
  ['[T4.1.4]', 'pending', 'Queued - 12 images'],
  ['[T4.1.2, T4.1.4]', 'queued', 'Queued - 12 images'],
  ['[T4.1.5]', 'processing', '7/12 completed'],
  ['[T4.1.6]', 'completed', '7/12 completed'],
  ['[T4.1.7]', 'failed', '7/12 completed'],
] as const)('%s %s is shown as %s', (_reference, status, text) => {
  expect(describeStatus(status, { done: 7, total: 12 })).toBe(text);
});

test('the time left follows from the pace so far', () => {
  const batch = createFacts();
  expect(estimateTimeLeft(batch, { done: 4, total: 12 }, STARTED + 20 * SECOND)).toBe(40 * SECOND);
});

test('what failed is done with, what was cancelled is not waited for, what is being made is half done', () => {
  const batch = createFacts({
    failedCount: 1,
    uncertainCount: 1,
    cancelledCount: 3,
    runningItems: [5, 6, 7, 8],
  });
  // 4 finished and 2 halves twice in 30 s: 5 s each, and 12 - 3 - 4 - 2 are left.
  expect(estimateTimeLeft(batch, { done: 2, total: 12 }, STARTED + 30 * SECOND)).toBe(15 * SECOND);
});

test.each([
  ['nothing is finished', createFacts(), 0],
  ['it is not at work', createFacts({ status: 'completed' }), 4],
  ['it has not begun', createFacts({ status: 'pending', startedAt: null }), 0],
])('there is no telling while %s', (_name, batch, done) => {
  expect(estimateTimeLeft(batch, { done, total: 12 }, STARTED + MINUTE)).toBeUndefined();
});

test.each([
  [0, 'a few seconds left'],
  [9.9 * SECOND, 'a few seconds left'],
  [36 * SECOND, 'about 40 s left'],
  [56 * SECOND, 'about 1 min left'],
  [61 * SECOND, 'about 2 min left'],
  [59.5 * MINUTE, 'about 1 h 0 min left'],
  [80 * MINUTE, 'about 1 h 20 min left'],
])('%d ms are told as %s', (milliseconds, text) => {
  expect(describeTimeLeft(milliseconds)).toBe(text);
});

test.each([
  [52 * HOUR + 59 * MINUTE, 'Deleted in 2 d 4 h'],
  [24 * HOUR, 'Deleted in 1 d 0 h'],
  [4 * HOUR + 12 * MINUTE, 'Deleted in 4 h 12 min'],
  [12 * MINUTE, 'Deleted in 12 min'],
  [59 * SECOND, 'Deleted in less than a minute'],
  [0, 'Being deleted'],
  [-HOUR, 'Being deleted'],
])('%d ms before it is deleted: %s', (milliseconds, text) => {
  expect(describeDeletion(milliseconds)).toBe(text);
});

test.each([
  [{ status: 'completed', cost: 0.42, estimate: 0.5 }, 'Cost $0.42 · estimated $0.50'],
  [{ status: 'processing', cost: 0, estimate: 1.2 }, 'Cost so far $0.00 · estimated $1.20'],
  [{ status: 'completed', cost: 0, estimate: 0 }, 'Free'],
] as const)('%j costs %s', (facts, text) => {
  expect(describeCost(facts)).toBe(text);
});

test.each([
  ['of a completed batch', { status: 'completed' }, 3, true],
  ['while it is made, as of the first image', { status: 'processing' }, 1, true],
  ['not before', { status: 'processing' }, 0, false],
  ['not of one that waits', { status: 'pending' }, 0, false],
  ['not of a failed one', { status: 'failed' }, 0, false],
  ['[D-media.16] not of deleted files', { status: 'completed', filesDeleted: true }, 3, false],
] as const)('[T4.2.6] download is offered %s', (_name, overrides, done, isOffered) => {
  expect(canDownload(createFacts(overrides), { done, total: 12 })).toBe(isOffered);
});
