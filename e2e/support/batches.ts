/** What all tools' batches share, through the API and as Firestore has them. */
import { isActive, type BatchFacts } from '@portal/contracts/batches';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { z } from 'zod';
import { config } from '../config.ts';
import type { Account } from './accounts.ts';
import { callApi } from './api.ts';
import { firestore } from './firestore.ts';

const LOOK_EVERY_MS = 250;

/** Looks at a tool's list, once or until something has come. */
export function watchBatches<Batch extends BatchFacts>(path: string, schema: z.ZodType<Batch>) {
  const ListSchema = z.object({ batches: z.array(schema) });

  async function listBatches(as: Account): Promise<Batch[]> {
    return ListSchema.parse((await callApi('GET', path, { as })).body).batches;
  }

  /** Until all have ended; one look serves all. */
  async function waitForBatches(as: Account, ids: readonly string[], withinMs = 60_000): Promise<Batch[]> {
    const giveUpAt = Date.now() + withinMs;
    for (;;) {
      const batches = (await listBatches(as)).filter(({ id }) => ids.includes(id));
      if (batches.length === ids.length && batches.every(hasEnded)) {
        return ids.flatMap((id) => batches.find((batch) => batch.id === id) ?? []);
      }
      if (Date.now() > giveUpAt) throw new Error(`Still at work: ${JSON.stringify(batches)}`);
      await sleep(LOOK_EVERY_MS);
    }
  }

  /** Until the batch is as wanted; what it was like at last is in the failure. */
  async function waitForBatch(
    as: Account,
    id: string,
    isWanted: (batch: Batch) => boolean = hasEnded,
    withinMs = 60_000,
  ): Promise<Batch> {
    const giveUpAt = Date.now() + withinMs;
    for (;;) {
      const batch = (await listBatches(as)).find((each) => each.id === id);
      if (batch && isWanted(batch)) return batch;
      if (Date.now() > giveUpAt) throw new Error(`Batch ${id} is still ${JSON.stringify(batch)}`);
      await sleep(LOOK_EVERY_MS);
    }
  }

  return { listBatches, waitForBatch, waitForBatches };
}

const hasEnded = ({ status }: BatchFacts): boolean => !isActive(status);

/** Until no batch of anybody is at work: what one test has left may be next in a queue, or meet another's faults. */
export const waitForQuiet = () =>
  expect
    .poll(
      async () => (await firestore.collection('batches').where('endedAt', '==', null).get()).docs.length,
      { timeout: 30_000, interval: LOOK_EVERY_MS },
    )
    .toBe(0);

const ItemSchema = z.looseObject({
  index: z.number(),
  state: z.string(),
  isOpen: z.boolean(),
  attempts: z.number(),
  variant: z.number(),
  worker: z.string().nullable(),
});

export async function readItems(batchId: string): Promise<z.infer<typeof ItemSchema>[]> {
  const items = await firestore.collection(`batches/${batchId}/items`).orderBy('index').get();
  return items.docs.map((item) => ItemSchema.parse(item.data()));
}

/** Delivers an item's task as Cloud Tasks would, once more. */
export async function deliverAgain(queue: string, batchId: string, index: number): Promise<number> {
  const answer = await fetch(`${config.functionsUrl}/${config.projectId}/us-central1/${queue}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-cloudtasks-queuename': queue },
    body: JSON.stringify({ data: { batchId, index } }),
  });
  await answer.text();
  return answer.status;
}
