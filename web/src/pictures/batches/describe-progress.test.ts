import { expect, test } from 'vitest';
import { createFacts } from '../../testing/create-facts.ts';
import {
  canDownload,
  describeExpiry,
  describeStatus,
  describeTimeLeft,
  describeWait,
  estimateTimeLeft,
} from './describe-progress.ts';

const STARTED = Date.parse('2026-11-21T12:00:00.000Z');
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

test.each([
  ['pending', 'Queued - 12 images', '[T4.1.4]'],
  ['queued', 'Queued - 12 images', '[T4.1.2, T4.1.4]'],
  ['processing', '7/12 completed', '[T4.1.5]'],
  ['completed', '7/12 completed', '[T4.1.6]'],
  ['failed', '7/12 completed', '[T4.1.7]'],
] as const)('describes the status %s as %s %s', (status, text, _ids) => {
  expect(describeStatus(status, { done: 7, total: 12 })).toBe(text);
});

test('estimates the time left from the pace so far', () => {
  const batch = createFacts();
  expect(estimateTimeLeft(batch, { done: 4, total: 12 }, STARTED + 20 * SECOND)).toBe(40 * SECOND);
});

test('counts failed items as done, skips cancelled ones, halves running ones', () => {
  const batch = createFacts({
    failedCount: 1,
    uncertainCount: 1,
    cancelledCount: 3,
    runningItems: [5, 6, 7, 8],
  });
  // 4 finished items and 4 half ones in 30 s are 5 s each, and 12 - 3 - 4 - 2 are left.
  expect(estimateTimeLeft(batch, { done: 2, total: 12 }, STARTED + 30 * SECOND)).toBe(15 * SECOND);
});

test('counts the known progress of running items, also before the first is finished', () => {
  const batch = createFacts({ runningItems: [0, 1], itemProgress: { 0: 0.25, 1: 0.25 } });
  expect(estimateTimeLeft(batch, { done: 0, total: 2 }, STARTED + 10 * SECOND)).toBe(30 * SECOND);
  expect(estimateTimeLeft(batch, { done: 1, total: 3 }, STARTED + 15 * SECOND)).toBe(15 * SECOND);
});

test.each([
  ['before the first item', createFacts(), 0],
  ['of an ended batch', createFacts({ status: 'completed' }), 4],
  ['of a queued batch', createFacts({ status: 'pending', startedAt: null }), 0],
])('gives no estimate %s', (_name, batch, done) => {
  expect(estimateTimeLeft(batch, { done, total: 12 }, STARTED + MINUTE)).toBeUndefined();
});

test.each([
  [0, 'a few seconds left'],
  [9.9 * SECOND, 'a few seconds left'],
  [36 * SECOND, 'about 40 s left'],
  [56 * SECOND, 'about 1 min left'],
  [61 * SECOND, 'about 2 min left'],
  [59.5 * MINUTE, 'about 60 min left'],
  [80 * MINUTE, 'about 80 min left'],
  [121 * MINUTE, 'about 3 h left'],
])('describes %d ms as %s', (milliseconds, text) => {
  expect(describeTimeLeft(milliseconds)).toBe(text);
});

test.each([
  [52 * HOUR + 59 * MINUTE, 'Expires in 2 days 4 h'],
  [24 * HOUR, 'Expires in 1 day'],
  [4 * HOUR + 12 * MINUTE, 'Expires in 4 h'],
  [12 * MINUTE, 'Expires in 12 min'],
  [59 * SECOND, 'Expires in 59 s'],
  [0, 'Expired'],
  [-HOUR, 'Expired'],
])('%d ms before expiry: %s', (milliseconds, text) => {
  expect(describeExpiry(milliseconds)).toBe(text);
});

test.each([
  ['for a completed batch', { status: 'completed' }, 3, true],
  ['while processing, from the first image on', { status: 'processing' }, 1, true],
  ['not before the first image', { status: 'processing' }, 0, false],
  ['not for a queued batch', { status: 'pending' }, 0, false],
  ['not for a failed batch', { status: 'failed' }, 0, false],
  ['not for deleted files [D-media.16]', { status: 'completed', filesDeleted: true }, 3, false],
] as const)('offers a download %s [T4.2.6]', (_name, overrides, done, isOffered) => {
  expect(canDownload(createFacts(overrides), { done, total: 12 })).toBe(isOffered);
});

test.each([
  [-MINUTE, 'within 24 h'],
  [0, 'within 24 h'],
  [70 * MINUTE, 'within 23 h'],
  [24 * HOUR - 30 * SECOND, 'within 1 min'],
  [25 * HOUR, 'soon'],
])('says when a batch at half price is ready, %d ms after its start', (elapsed, text) => {
  const startedAt = new Date(STARTED).toISOString();
  const batch = { createdAt: new Date(STARTED - HOUR).toISOString(), startedAt };
  expect(describeWait(batch, STARTED + elapsed)).toBe(text);
});
