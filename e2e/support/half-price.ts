/** Batches that a provider makes within 24 hours: tests say when. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Timestamp } from '@google-cloud/firestore';
import { expect } from 'vitest';
import { z } from 'zod';
import { deliverTask } from './batches.ts';
import { firestore } from './firestore.ts';
import { releaseCommits } from './hold-commits.ts';
import { control } from './sandbox.ts';
import { runSweep } from './storage-cleanup.ts';

const WAIT = { timeout: 60_000, interval: 500 };

const ProviderBatchSchema = z.object({
  batchId: z.string(),
  state: z.enum(['creating', 'running', 'collecting', 'ended']),
  worker: z.string().nullable(),
  name: z.string().nullable(),
  indexes: z.array(z.number()),
});

type Action =
  | { do: 'set'; manual: boolean }
  | { do: 'advance'; lines?: number }
  | { do: 'expire' | 'fail' | 'cancel' };

/** What the providers do with the batches that they have. */
export const controlBatches = (action: Action) => control('POST', 'batches', action);
/** Ends the batches that a failed test has left, which later tests would wait for. Later ones are made within seconds. */
export async function resetBatches(): Promise<void> {
  const readOpen = async () =>
    (await firestore.collection('providerBatches').where('openSince', '!=', null).get()).docs;
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

/** Kills the process that works on it, wherever it is held. Its lease is over at once: a call's would outlast the test. */
export async function killWorker(batchId: string): Promise<void> {
  const { docs } = await ofBatch(batchId);
  const workers = docs.flatMap((each) => ProviderBatchSchema.parse(each.data()).worker ?? []);
  for (const worker of workers) process.kill(Number.parseInt(worker, 10), 'SIGKILL');
  await releaseCommits();
  const before = Timestamp.fromMillis(Date.now() - 1);
  for (const { ref, data } of docs.map((each) => ({
    ref: each.ref,
    data: ProviderBatchSchema.parse(each.data()),
  })))
    if (data.worker !== null) await ref.update({ dueAt: before, leasedUntil: before });
}

/** Until the providers have its lines. */
export const waitUntilSent = (batchId: string) =>
  expect
    .poll(async () => (await readProviderBatches(batchId)).map(({ state }) => state), WAIT)
    .toEqual(['running']);

/** Lets the provider act, and follows until the results are stored. Starts at once, unlike `expect.poll`. */
export async function waitUntilEnded(batchId: string, action: Action = { do: 'advance' }): Promise<void> {
  await expect
    .poll(async () => {
      await controlBatches(action);
      await makeDue(batchId);
      await runSweep();
      return (await readProviderBatches(batchId)).every(({ state }) => state === 'ended');
    }, WAIT)
    .toBe(true);
}
