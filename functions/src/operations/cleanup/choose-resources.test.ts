import { Timestamp } from 'firebase-admin/firestore';
import { expect, test } from 'vitest';
import type { BatchState } from '../../batches/store/expired-batches.ts';
import { chooseResources } from './choose-resources.ts';

const HOUR_MS = 60 * 60 * 1000;
const NOW = Date.parse('2026-11-21T02:00:00Z');
const hoursAgo = (hours: number) => new Date(NOW - hours * HOUR_MS);
const cutoff = Timestamp.fromMillis(NOW);

/** Created so many hours ago; expires 72 hours after that. */
const makeBatch = (id: string, hours: number, endedHoursAgo: number | null): BatchState => ({
  id,
  tool: 'stylizer',
  owner: 'artist',
  expiresAt: Timestamp.fromDate(hoursAgo(hours - 72)),
  endedAt: endedHoursAgo === null ? null : Timestamp.fromDate(hoursAgo(endedHoursAgo)),
  filesDeleted: false,
});

const BATCHES = new Map(
  [
    makeBatch('expired', 72, 70),
    makeBatch('young', 71.9, 70),
    makeBatch('running', 90, null),
    makeBatch('justEnded', 1, -0.1),
    // Ended after the cleanup started: left to the next night.
    makeBatch('endedMeanwhile', 90, -0.1),
  ].map((batch) => [batch.id, batch]),
);

const ofBatch = (batch: string, hours: number) => ({
  publicId: `portal/stylizer/${batch}/001`,
  createdAt: hoursAgo(hours),
});
const foreign = (publicId: string, hours: number) => ({ publicId, createdAt: hoursAgo(hours) });

const RESOURCES = [
  ofBatch('expired', 1),
  ofBatch('young', 100),
  ofBatch('running', 100),
  ofBatch('justEnded', 1),
  ofBatch('gone', 72),
  ofBatch('gone', 71.9),
  foreign('somebody/else', 72),
  foreign('somebody/young', 1),
  foreign('portal/expired', 1),
  foreign('made/meanwhile', -0.1),
  ofBatch('endedMeanwhile', 90),
];

const choose = (trigger: 'manual' | 'nightly') =>
  chooseResources(RESOURCES, BATCHES, { trigger, cutoff }).map((resource) => RESOURCES.indexOf(resource));

test('at night, deletes files of expired batches and old files without a batch [P1.8, P9.27, D-media.19]', () => {
  expect(choose('nightly')).toEqual([0, 4, 6]);
});

test('manually, deletes everything except files of running batches [P2.38, D-media.13]', () => {
  expect(choose('manual')).toEqual([0, 1, 4, 5, 6, 7, 8]);
});
