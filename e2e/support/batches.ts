/** What the batches of all tools share, in the API and in Firestore. */
import { isActive, type BatchFacts } from '@portal/contracts/batches';
import { Timestamp } from '@google-cloud/firestore';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { z } from 'zod';
import { config } from '../config.ts';
import type { Account } from './accounts.ts';
import { callApi } from './api.ts';
import { firestore } from './firestore.ts';

const POLL_INTERVAL_MS = 250;

/** Reads a tool's list, once or until a condition holds. */
export function watchBatches<Batch extends BatchFacts>(path: string, schema: z.ZodType<Batch>) {
  const ListSchema = z.object({ batches: z.array(schema) });

  async function listBatches(as: Account): Promise<Batch[]> {
    return ListSchema.parse((await callApi('GET', path, { as })).body).batches;
  }

  /** Waits until all have ended, with one request per poll. */
  async function waitForBatches(as: Account, ids: readonly string[], withinMs = 300_000): Promise<Batch[]> {
    const giveUpAt = Date.now() + withinMs;
    await waitForEnds(ids, giveUpAt);
    for (;;) {
      const batches = (await listBatches(as)).filter(({ id }) => ids.includes(id));
      if (batches.length === ids.length && batches.every(hasEnded)) {
        return ids.flatMap((id) => batches.find((batch) => batch.id === id) ?? []);
      }
      if (Date.now() > giveUpAt) throw new Error(`Not finished: ${JSON.stringify(batches)}`);
      await sleep(POLL_INTERVAL_MS);
    }
  }

  /** Waits for a batch; the error contains its last state. */
  async function waitForBatch(
    as: Account,
    id: string,
    isWanted: (batch: Batch) => boolean = hasEnded,
    withinMs = 300_000,
  ): Promise<Batch> {
    const giveUpAt = Date.now() + withinMs;
    if (isWanted === hasEnded) await waitForEnds([id], giveUpAt);
    for (;;) {
      const batch = (await listBatches(as)).find((each) => each.id === id);
      if (batch && isWanted(batch)) return batch;
      if (Date.now() > giveUpAt) throw new Error(`Batch ${id} is ${JSON.stringify(batch)}`);
      await sleep(POLL_INTERVAL_MS);
    }
  }

  return { listBatches, waitForBatch, waitForBatches };
}

const hasEnded = ({ status }: BatchFacts): boolean => !isActive(status);

/** Reads Firestore, because requests to the API take several times the CPU time. */
async function waitForEnds(ids: readonly string[], giveUpAt: number): Promise<void> {
  const documents = ids.map((id) => firestore.doc(`batches/${id}`));
  while (documents.length > 0 && Date.now() < giveUpAt) {
    const batches = await firestore.getAll(...documents, { fieldMask: ['endedAt', 'cancelledAt'] });
    if (batches.every((batch) => (batch.get('endedAt') ?? batch.get('cancelledAt') ?? null) !== null)) return;
    await sleep(POLL_INTERVAL_MS);
  }
}

/** Waits until no batch is running: one of another test may block a queue or meet this test's faults. */
export const waitForIdle = () =>
  expect
    .poll(
      async () => (await firestore.collection('batches').where('endedAt', '==', null).get()).docs.length,
      { interval: POLL_INTERVAL_MS },
    )
    .toBe(0);

const ItemSchema = z.looseObject({
  index: z.number(),
  state: z.string(),
  isOpen: z.boolean(),
  attempts: z.number(),
  claimedAt: z.instanceof(Timestamp).nullable().default(null),
  /** When its lease ends. */
  wakeAt: z.instanceof(Timestamp),
  /** Millionths of a dollar. */
  cost: z.number(),
  variant: z.number(),
  worker: z.string().nullable(),
});

const listItems = async (batchId: string) =>
  (await firestore.collection(`batches/${batchId}/items`).get()).docs;

export async function readItems(batchId: string): Promise<z.infer<typeof ItemSchema>[]> {
  return (await listItems(batchId))
    .map((item) => ItemSchema.parse(item.data()))
    .sort((one, other) => one.index - other.index);
}

/** The leases of killed workers are over at once: that of a call would outlast the test. */
export async function endLeases(batchIds: readonly string[]): Promise<void> {
  const items = (await Promise.all(batchIds.map(listItems))).flat();
  const wakeAt = Timestamp.now();
  const leased = items.filter((item) => ['claimed', 'calling'].includes(ItemSchema.parse(item.data()).state));
  await Promise.all(leased.map(({ ref }) => ref.update({ wakeAt })));
}

/** Delivers an item's task again, like Cloud Tasks. `retries`: how often that has failed before. */
export const deliverAgain = (
  queue: string,
  batchId: string,
  index: number,
  { waits = 0, retries = 0 }: { waits?: number; retries?: number } = {},
): Promise<number> => deliverTask(queue, { batchId, index, waits }, retries);

/** Delivers a task, like Cloud Tasks. Returns the status. */
export async function deliverTask(queue: string, data: object, retries = 0): Promise<number> {
  const answer = await fetch(`${config.functionsUrl}/${config.projectId}/us-central1/${queue}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-cloudtasks-queuename': queue,
      'x-cloudtasks-taskretrycount': String(retries),
    },
    body: JSON.stringify({ data }),
  });
  await answer.text();
  return answer.status;
}

const OVERDUE_MS = 10 * 60 * 1000;

/** As if these items had waited in vain for their tasks: the sweep enqueues them again. */
export async function makeOverdue(batchId: string): Promise<void> {
  const queued = await firestore.collection(`batches/${batchId}/items`).where('state', '==', 'queued').get();
  const past = Timestamp.fromMillis(Date.now() - OVERDUE_MS);
  await Promise.all(queued.docs.map(({ ref }) => ref.update({ notBefore: past, wakeAt: past })));
}
