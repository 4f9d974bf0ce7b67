import { Timestamp } from '@google-cloud/firestore';
import { beforeEach, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { firestore } from '../support/firestore.ts';
import { readItems } from '../support/batches.ts';
import { makePrompt, makeRequest, startBatch, waitForBatch } from '../support/generator.ts';
import { countCalls, setLatency } from '../support/sandbox.ts';
import { runSweep } from '../support/storage-cleanup.ts';

beforeEach(() => setLatency(0));

const past = () => Timestamp.fromMillis(Date.now() - 1000);

/** A batch whose task was lost: a copy of a finished one, reset to an earlier state. */
async function makeLost(artist: Account, prompt: string, item: Record<string, unknown>): Promise<string> {
  const ended = await startBatch(artist, makeRequest('stability', { prompt }));
  await waitForBatch(artist, ended);
  const original = firestore.doc(`batches/${ended}`);
  const lost = firestore.collection('batches').doc();
  const [batch, made] = await Promise.all([original.get(), original.collection('items').doc('0').get()]);
  await lost.set({ ...batch.data(), endedAt: null, items: '{}' });
  await lost
    .collection('items')
    .doc('0')
    .set({ ...made.data(), image: null, cost: 0, ...item });
  return lost.id;
}

test('finishes an item whose task was lost [D-batches.11, D-batches.12]', async () => {
  const artist = await signIn(newEmail());
  const prompt = makePrompt('its task was lost');
  const id = await makeLost(artist, prompt, { state: 'queued', isOpen: true, attempts: 0, wakeAt: past() });
  await runSweep();
  await expect.poll(async () => (await readItems(id))[0]?.state).toBe('done');
  await expect
    .poll(async () => (await firestore.doc(`batches/${id}`).get()).get('endedAt'))
    .toBeInstanceOf(Timestamp);
  expect(await countCalls(prompt)).toMatchObject({ paid: 2 });
});

test('fails a lost item after its last attempt [D-batches.12]', async () => {
  const artist = await signIn(newEmail());
  const prompt = makePrompt('lost three times');
  const lost = { state: 'claimed', isOpen: true, attempts: 3, worker: 'gone', wakeAt: past() };
  const id = await makeLost(artist, prompt, lost);
  await runSweep();
  await expect.poll(async () => (await readItems(id))[0]?.state).toBe('failed');
  expect(await countCalls(prompt)).toMatchObject({ received: 1 });
});
