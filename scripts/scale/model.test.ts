import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BATCH_IMAGES } from './counts.ts';
import { countCpus, planFor, TODAY } from './configuration.ts';
import { findAmounts, findCloudinaryPrice, findCosts, findSignInPrice, findTotal } from './costs.ts';
import { makeDay } from './day.ts';
import { findFirst, findLimits, usedShare } from './limits.ts';
import { BUSY_POLL_SECONDS, findLoad, findUse, IDLE_POLL_SECONDS, ITEM_QUEUES } from './load.ts';
import { countSequentialWrites } from './sequential-fields.ts';
import { BATCH_SIZES, HOUR_SHARES, QUEUE_USE } from './usage.ts';

const STEPS = [50, 1000, 50_000, 1_000_000];
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

test('the assumptions cover every queue, and their shares add up', () => {
  expect(Object.keys(QUEUE_USE)).toEqual(ITEM_QUEUES.map(({ name }) => name));
  expect(sumOf(ITEM_QUEUES.map((queue) => findUse(queue).share))).toBeCloseTo(1);
  expect(sumOf(HOUR_SHARES)).toBeCloseTo(1);
  expect(sumOf(BATCH_SIZES.map(({ share }) => share))).toBeCloseTo(1);
  expect(sumOf(BATCH_SIZES.map(({ images, share }) => images * share))).toBeCloseTo(BATCH_IMAGES);
});

test('the page polls as often as the model says', () => {
  const page = readFileSync(
    join(import.meta.dirname, '../../web/src/shared/batches/poll-batches.ts'),
    'utf8',
  );
  expect(page).toContain(`const BUSY_MS = ${BUSY_POLL_SECONDS * 1000};`);
  expect(page).toContain(`const IDLE_MS = ${IDLE_POLL_SECONDS}_000;`);
});

test('twice the people make twice the load', () => {
  const [one, two] = [findLoad(1000), findLoad(2000)];
  expect(two.requests).toBeCloseTo(2 * one.requests);
  expect(two.peak.images).toBeCloseTo(2 * one.peak.images);
  const [first, second] = [one, two].map((load) => findAmounts(load, TODAY));
  expect(second?.writes).toBeCloseTo(2 * (first?.writes ?? 0));
});

test("today's functions fit the CPU quota of a new project", () => {
  expect(countCpus(TODAY)).toBe(TODAY.cpuQuota);
});

test.each(STEPS)(
  'the changed configuration for %s people stays below every limit of the portal',
  (people) => {
    const load = findLoad(people);
    const full = findLimits(load, planFor(load)).filter(
      (limit) => limit.kind !== 'contract' && usedShare(limit) > 0.76,
    );
    expect(full).toEqual([]);
  },
);

test('50 people need no change', () => {
  expect(planFor(findLoad(50))).toEqual(TODAY);
});

test('the first limit is full at the number of people it is said for', () => {
  const { limit, people } = findFirst('portal', 1000, TODAY);
  const atThatNumber = findLimits(findLoad(people), TODAY).find(({ name }) => name === limit.name);
  expect(atThatNumber && usedShare(atThatNumber)).toBeCloseTo(1, 2);
});

test('every service costs more with more people', () => {
  const costs = STEPS.map((people) => findCosts(findLoad(people), planFor(findLoad(people))));
  for (const [index, cost] of costs.entries()) {
    const next = costs[index + 1];
    if (!next) continue;
    expect(findTotal(next)).toBeGreaterThan(findTotal(cost));
    expect(next.firestore).toBeGreaterThan(cost.firestore);
    expect(next.workers).toBeGreaterThan(cost.workers);
  }
});

test('a batch of each call adds its price to the month', () => {
  const load = findLoad(1);
  const { tasks } = findCosts(load, TODAY);
  // Three batches of ten images and a removal, created and delivered, with a request each, on 22 days.
  expect(tasks).toBeCloseTo((22 * 33 * 1.2) / 1_000_000);
});

test.each([
  [10, 0],
  [226, 249],
  [1350, 549],
  [13_500, 5490],
])('%s Cloudinary credits cost %s dollars', (credits, price) => {
  expect(findCloudinaryPrice(credits)).toBeCloseTo(price);
});

test.each([
  [50_000, 0],
  [50_010, 0.055],
  [100_010, 275.046],
])('%s people signing in cost %s dollars', (people, price) => {
  expect(findSignInPrice(people)).toBeCloseTo(price);
});

test('a simulated day has as many images as the model', () => {
  const images = sumOf(makeDay(2000, 1).map((batch) => batch.images));
  expect(images / findLoad(2000).images).toBeCloseTo(1, 1);
  const busiest = makeDay(2000, 1).filter(({ at }) => Math.floor(at / 3600) === 14).length;
  expect(busiest / findLoad(2000).batches).toBeCloseTo(HOUR_SHARES[14] ?? 0, 2);
});

test.each([
  ['all batches by two times', ['wakeAt', 'expiresAt'], 'COLLECTION_GROUP', 3],
  ['all batches by one time', ['expiresAt'], 'COLLECTION_GROUP', 1],
  ['one batch', ['wakeAt'], 'COLLECTION', 0],
])('counts the writes to an index of the items of %s', (_name, times, queryScope, writes) => {
  const fields = ['isOpen', ...times].map((fieldPath) => ({ fieldPath, order: 'ASCENDING' }));
  const indexes = [{ collectionGroup: 'items', queryScope, fields }];
  expect(countSequentialWrites(JSON.stringify({ indexes, fieldOverrides: [] }))).toBe(writes);
});
