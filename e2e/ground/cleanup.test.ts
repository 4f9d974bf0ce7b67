import { Timestamp } from '@google-cloud/firestore';
import { expect, test } from 'vitest';
import { config } from '../config.ts';
import { firestore } from '../support/firestore.ts';

const HOUR = 3_600_000;
const inHours = (hours: number) => Timestamp.fromMillis(Date.now() + hours * HOUR);

function runCleanup() {
  const url = `${config.functionsUrl}/${config.projectId}/us-central1/cleanup-0`;
  return fetch(url, {
    method: 'POST',
    headers: { 'X-CloudScheduler-ScheduleTime': new Date().toISOString() },
  });
}

test('the scheduled cleanup removes what has expired with all below it, twice without harm, and nothing else', async () => {
  const old = firestore.doc('batches/e2e-old');
  const young = firestore.doc('batches/e2e-young');
  await old.set({ expiresAt: inHours(-1) });
  await old.collection('items').doc('one').set({ state: 'done' });
  await young.set({ expiresAt: inHours(1) });

  for (const run of ['first', 'second']) {
    expect((await runCleanup()).status, `${run} run`).toBe(200);
    expect((await old.get()).exists).toBe(false);
    expect((await old.collection('items').get()).size).toBe(0);
    expect((await young.get()).exists).toBe(true);
  }
  await young.delete();
});
