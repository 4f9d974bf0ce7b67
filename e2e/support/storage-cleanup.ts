/** Starts, inspects and resets the storage cleanup without its page. */
import {
  runCleanup,
  StorageStatsSchema,
  type CleanupStats,
  type StorageStats,
} from '@portal/contracts/storage';
import { Timestamp } from '@google-cloud/firestore';
import { expect } from 'vitest';
import { z } from 'zod';
import { config } from '../config.ts';
import { signInAdmin, type Account } from './accounts.ts';
import { callApi } from './api.ts';
import { waitForIdle } from './batches.ts';
import { firestore } from './firestore.ts';
import { clearFaults, control, setLatency } from './sandbox.ts';

const ROOMY = 1_000_000;
/** The sandbox's default. */
const DEFAULT_HOURLY_LIMIT = 500;

const HOUR_MS = 60 * 60 * 1000;
export const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS);

export interface Seed {
  count: number;
  prefix: string;
  resourceType?: 'image' | 'video' | 'raw';
  type?: 'upload' | 'private' | 'authenticated';
  createdAt?: Date;
}

/** Creates assets in the media service, named by prefix and number. */
export const seedAssets = (seed: Seed) => control('POST', 'cloudinary/assets', seed);

export const setHourlyLimit = (adminCallsPerHour: number) =>
  control('POST', 'cloudinary', { adminCallsPerHour });

/** Makes assets with this prefix undeletable; null resets it. */
export const protectAssets = (refusesToDelete: string | null) =>
  control('POST', 'cloudinary', { refusesToDelete });

const CallsSchema = z.object({
  calls: z.number(),
  busiestMinute: z.number(),
  refused: z.number(),
  leastRemaining: z.number().nullable(),
});
export const readAdminCalls = async () => CallsSchema.parse(await control('GET', 'cloudinary/admin-calls'));

const CREDENTIALS = Buffer.from('sandbox-cloudinary-key-1:sandbox-cloudinary-secret').toString('base64');
const PageSchema = z.object({
  resources: z.array(z.object({ public_id: z.string(), bytes: z.number() })),
  next_cursor: z.string().optional(),
});
type Resource = z.infer<typeof PageSchema>['resources'][number];

/** All public ids of a resource and delivery type. */
export const listAll = async (resourceType = 'image', type = 'authenticated'): Promise<string[]> =>
  (await listResources(resourceType, type)).map(({ public_id }) => public_id);

/** Counts of each resource type, and the total bytes. */
export async function countStored() {
  const [images = [], videos = [], raw = []] = await Promise.all(
    ['image', 'video', 'raw'].map(async (resourceType) =>
      (
        await Promise.all(
          ['upload', 'private', 'authenticated'].map((type) => listResources(resourceType, type)),
        )
      ).flat(),
    ),
  );
  return {
    images: images.length,
    videos: videos.length,
    raw: raw.length,
    bytes: [...images, ...videos, ...raw].reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

async function listResources(resourceType: string, type: string): Promise<Resource[]> {
  const resources: Resource[] = [];
  let cursor: string | undefined;
  do {
    const query = new URLSearchParams({
      max_results: '500',
      ...(cursor !== undefined && { next_cursor: cursor }),
    });
    const answer = await fetch(
      `${config.sandboxUrl}/cloudinary/v1_1/sandbox/resources/${resourceType}/${type}?${query.toString()}`,
      { headers: { authorization: `Basic ${CREDENTIALS}` } },
    );
    const page = PageSchema.parse(await answer.json());
    resources.push(...page.resources);
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  return resources;
}

/** Without limits and faults of another test; counts calls from here. */
export async function prepareCleanup(): Promise<Account> {
  await restoreCleanup();
  // Running batches are never cleaned up.
  await waitForIdle();
  await setHourlyLimit(ROOMY);
  await control('DELETE', 'cloudinary/admin-calls');
  return signInAdmin();
}

export async function restoreCleanup(): Promise<void> {
  await clearFaults();
  await setLatency(0);
  await setHourlyLimit(DEFAULT_HOURLY_LIMIT);
  await protectAssets(null);
  if ((await readCleanupState()).runId !== null) {
    await endWait();
    await runSweep();
  }
  await expect.poll(async () => (await readCleanupState()).runId).toBeNull();
}

const AnswerSchema = runCleanup.response;

export async function postCleanup(as: Account): Promise<{ success: boolean; stats: CleanupStats }> {
  const answer = await callApi('POST', runCleanup.path, { as });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return AnswerSchema.parse(answer.body);
}

export async function readStats(as: Account): Promise<StorageStats> {
  const answer = await callApi('GET', '/api/cloudinary/storage-stats', { as });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return StorageStatsSchema.parse(answer.body);
}

/** Calls a schedule like Cloud Scheduler. */
async function fireSchedule(name: string, at = new Date()): Promise<number> {
  const answer = await fetch(`${config.functionsUrl}/${config.projectId}/us-central1/${name}-0`, {
    method: 'POST',
    headers: { 'X-CloudScheduler-ScheduleTime': at.toISOString() },
  });
  await answer.text();
  return answer.status;
}
export const runNightly = (at?: Date) => fireSchedule('cleanup', at);
export const runSweep = () => fireSchedule('sweepBatches');

const StateSchema = z.object({
  runId: z.string().nullable(),
  lastRunId: z.string().nullable(),
});
const NO_STATE = { runId: null, lastRunId: null };

export async function readCleanupState(): Promise<z.infer<typeof StateSchema>> {
  return StateSchema.parse((await firestore.doc('cleanup/state').get()).data() ?? NO_STATE);
}

export const countRuns = async () => (await firestore.collection('cleanupRuns').count().get()).data().count;

/** Waits until the run in progress is as wanted. */
export const waitForRun = (isReached: (run: Record<string, unknown>) => boolean) =>
  expect
    .poll(async () => {
      const { runId } = await readCleanupState();
      const run = runId === null ? undefined : (await firestore.doc(`cleanupRuns/${runId}`).get()).data();
      return run !== undefined && isReached(run);
    })
    .toBe(true);

/** Ends the wait for the next hour's quota. */
export async function endWait(): Promise<void> {
  const run = firestore.doc(`cleanupRuns/${(await readCleanupState()).runId}`);
  const isWaiting = (await run.get()).get('waitsUntil') instanceof Timestamp;
  if (isWaiting) await run.update({ waitsUntil: Timestamp.fromMillis(Date.now() - 1) });
}

export const waitForEnd = () => expect.poll(async () => (await readCleanupState()).runId).toBeNull();

export interface SeededBatch {
  id: string;
  /** Its folder in the media service. */
  folder: string;
}

/** A batch record like the engine's. */
export const makeBatchRecord = (overrides: Record<string, unknown> = {}) => ({
  tool: 'image-generator',
  owner: 'nobody',
  name: 'Seeded',
  settings: {},
  uploads: null,
  total: 1,
  estimate: 0,
  createdAt: Timestamp.fromDate(hoursAgo(1)),
  expiresAt: Timestamp.fromDate(hoursAgo(-71)),
  endedAt: Timestamp.fromDate(hoursAgo(1)),
  cancelledAt: null,
  filesDeleted: false,
  storedBytes: 0,
  storedFiles: 0,
  allowanceDay: null,
  retried: { failed: null, uncertain: null },
  items: '{}',
  ...overrides,
});

export async function seedBatch(overrides: Record<string, unknown> = {}): Promise<SeededBatch> {
  const batch = firestore.collection('batches').doc();
  await batch.set(makeBatchRecord(overrides));
  return { id: batch.id, folder: `portal/image-generator/${batch.id}/` };
}
