/** Batches that a provider makes within 24 hours: tests say when. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Timestamp } from '@google-cloud/firestore';
import { expect } from 'vitest';
import { z } from 'zod';
import { deliverTask } from './batches.ts';
import { firestore } from './firestore.ts';
import { killFunction } from './function-processes.ts';
import { releaseCommits } from './hold-commits.ts';
import { control } from './sandbox.ts';
import { runSweep } from './storage-cleanup.ts';

const WAIT = { timeout: 300_000, interval: 500 };

const ProviderBatchSchema = z.object({
  batchId: z.string(),
  state: z.enum(['creating', 'running', 'collecting', 'ended']),
  worker: z.string().nullable(),
  name: z.string().nullable(),
  indexes: z.array(z.number()),
});

/** Those of all batches, unless `batch` has the id of one. */
type Action =
  | { do: 'set'; manual: boolean }
  | { do: 'advance'; batch?: string; lines?: number }
  | { do: 'expire' | 'fail' | 'cancel'; batch?: string };

/** What the providers do with the batches that they have. */
export const controlBatches = (action: Action) => control('POST', 'batches', action);
/** Ends the batches that a failed test has left, which later tests would wait for. Later ones are made within seconds. */
export async function resetBatches(): Promise<void> {
  const readOpen = async () =>
    (await firestore.collection('providerBatches').where('openSince', '>', new Date(0)).get()).docs;
  const giveUpAt = Date.now() + WAIT.timeout;
  for (let open = await readOpen(); open.length > 0; open = await readOpen()) {
    if (Date.now() > giveUpAt) throw new Error(`${open.length} half-price batches do not end.`);
    await controlBatches({ do: 'fail' });
    for (const each of open) await makeDue(ProviderBatchSchema.parse(each.data()).batchId);
    await runSweep();
    await sleep(WAIT.interval);
  }
  await control('DELETE', 'batches');
}

const ofBatch = (batchId: string) =>
  firestore.collection('providerBatches').where('batchId', '==', batchId).get();

export const readProviderBatches = async (batchId: string) =>
  (await ofBatch(batchId)).docs.map((each) => ({ id: each.id, ...ProviderBatchSchema.parse(each.data()) }));

/** As if the five minutes between two looks of the schedule were over. */
export async function makeDue(batchId: string): Promise<void> {
  const now = Timestamp.now();
  for (const each of (await ofBatch(batchId)).docs) {
    const { state, worker } = ProviderBatchSchema.parse(each.data());
    if (state !== 'ended' && worker === null) await each.ref.update({ dueAt: now });
  }
}

/** As if the five minutes until its next submission were over. */
export const submitReady = (queue: string, batchId: string): Promise<number> =>
  deliverTask(queue, { step: 'submit', batchId });

/** Kills the process of a queue, wherever its workers are held. Their leases are over at once: a call's would outlast the test. */
export async function killWorkers(queue: string, batchIds: readonly string[]): Promise<void> {
  const docs = (await Promise.all(batchIds.map(ofBatch))).flatMap((found) => found.docs);
  expect(await killFunction(queue)).toBe(1);
  await releaseCommits();
  const before = Timestamp.fromMillis(Date.now() - 1);
  const leased = docs.filter((each) => ProviderBatchSchema.parse(each.data()).worker !== null);
  await Promise.all(leased.map(({ ref }) => ref.update({ dueAt: before, leasedUntil: before })));
}

/** Until the providers have its lines. */
export const waitUntilSent = (batchId: string) =>
  expect
    .poll(async () => (await readProviderBatches(batchId)).map(({ state }) => state), WAIT)
    .toEqual(['running']);

/** Lets the provider act, and follows until the results are stored. Starts at once, unlike `expect.poll`. */
export const waitUntilEnded = (batchId: string, action?: Action): Promise<void> =>
  waitUntilAllEnded([batchId], action);

export async function waitUntilAllEnded(
  batchIds: readonly string[],
  action: Action = { do: 'advance' },
): Promise<void> {
  await expect
    .poll(async () => {
      await controlBatches(action);
      await Promise.all(batchIds.map(makeDue));
      await runSweep();
      const found = await Promise.all(batchIds.map(readProviderBatches));
      return found.flat().every(({ state }) => state === 'ended');
    }, WAIT)
    .toBe(true);
}
