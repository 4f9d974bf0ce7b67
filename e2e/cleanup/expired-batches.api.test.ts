import { Timestamp } from '@google-cloud/firestore';
import { expect, test } from 'vitest';
import { config } from '../config.ts';
import { newEmail, signIn } from '../support/accounts.ts';
import { firestore } from '../support/firestore.ts';
import { makePrompt, makeRequest, startBatch, waitForBatches } from '../support/generator.ts';
import { listAssets } from '../support/media-service.ts';

const HOUR = 3_600_000;
const inHours = (hours: number) => Timestamp.fromMillis(Date.now() + hours * HOUR);

function runCleanup() {
  const url = `${config.functionsUrl}/${config.projectId}/us-central1/cleanup-0`;
  return fetch(url, {
    method: 'POST',
    headers: { 'X-CloudScheduler-ScheduleTime': new Date().toISOString() },
  });
}

test('removes only expired batches with their items and files, and can run twice [D-batches.9]', async () => {
  const artist = await signIn(newEmail());
  const [oldId, youngId] = await Promise.all([
    startBatch(artist, makeRequest('stability', { prompt: makePrompt('three days old') })),
    startBatch(artist, makeRequest('stability', { prompt: makePrompt('of today') })),
  ]);
  await waitForBatches(artist, [oldId, youngId]);
  const old = firestore.doc(`batches/${oldId}`);
  await old.update({ expiresAt: inHours(-1) });
  const mark = firestore.doc(`histories/e2e/progress/${oldId}`);
  await mark.set({ expiresAt: inHours(-1) });
  expect(await listAssets(oldId)).toHaveLength(1);

  for (const run of ['first', 'second']) {
    expect((await runCleanup()).status, `${run} run`).toBe(200);
    expect((await old.get()).exists).toBe(false);
    expect((await old.collection('items').get()).size).toBe(0);
    expect((await old.collection('progress').get()).size).toBe(0);
    expect((await mark.get()).exists).toBe(false);
    expect(await listAssets(oldId)).toEqual([]);
    expect((await firestore.doc(`batches/${youngId}`).get()).exists).toBe(true);
    expect(await listAssets(youngId)).toHaveLength(1);
  }
});
