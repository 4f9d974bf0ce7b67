/** What a revoke stops, and that nothing ever shows the accounts at agencies. */
import { readFile } from 'node:fs/promises';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { config } from '../config.ts';
import { newEmail, signIn, signInAdmin, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import {
  readInbox,
  resetAgencies,
  setAgencyFaults,
  startDelivery,
  waitForDelivery,
  writePhotographs,
} from '../support/deliveries.ts';
import { firestore } from '../support/firestore.ts';
import { setLatency } from '../support/sandbox.ts';

/** Of the sandbox's agencies. */
const SECRET = /sandbox-contributor|sandbox-Xk7#mQ2v/;
/** Of the queue. */
const AT_ONCE = 2;

beforeAll(() => setLatency(0));
afterEach(() => resetAgencies());

const revoke = async ({ uid }: Account) =>
  callApi('DELETE', `/api/admin/user-directory/users/${uid}`, { as: await signInAdmin() });
const readRecord = async (id: string) => (await firestore.doc(`deliveries/${id}`).get()).data();

test('revoking ends open deliveries: no file is sent, not even a half uploaded one', async () => {
  const artist = await signIn(newEmail());
  const pictures = await writePhotographs(artist, 5);
  await setAgencyFaults('sftp', { holdsUploads: true });
  const id = await startDelivery(artist, 'adobe-stock', pictures);
  await expect.poll(async () => (await readInbox('sftp')).held).toBe(AT_ONCE);
  // Waits behind the first.
  const next = await startDelivery(artist, 'shutterstock', pictures);

  expect(await revoke(artist)).toMatchObject({ status: 200 });
  expect(await readRecord(id)).toMatchObject({ counts: { sent: 0, cancelled: 3 }, endedAt: null });
  for (const [method, path] of [
    ['GET', `/api/deliveries/${id}`],
    ['GET', '/api/deliveries/accounts'],
    ['POST', `/api/deliveries/${id}/retry`],
  ] as const)
    expect([401, 403], path).toContain((await callApi(method, path, { as: artist })).status);

  await setAgencyFaults('sftp', { holdsUploads: false });
  for (const delivery of [id, next]) {
    await expect.poll(async () => (await readRecord(delivery))?.['endedAt']).not.toBeNull();
    expect(await readRecord(delivery)).toMatchObject({ counts: { sent: 0, failed: 0, cancelled: 5 } });
  }
  for (const protocol of ['sftp', 'ftps'] as const)
    expect(await readInbox(protocol)).toMatchObject({ arrivals: [], files: [] });
});

test('no answer and no line of the log has user or password of an account', async () => {
  const artist = await signIn(newEmail());
  const admin = await signInAdmin();
  const pictures = await writePhotographs(artist, 1);
  const id = await startDelivery(artist, 'adobe-stock', pictures);
  await waitForDelivery(artist, id);
  await setAgencyFaults('ftps', { password: 'another' });
  const failed = await startDelivery(artist, 'shutterstock', pictures);
  await waitForDelivery(artist, failed);
  const calls = [
    ['GET', '/api/deliveries'],
    ['GET', '/api/deliveries/accounts'],
    ['GET', `/api/deliveries/${id}`],
    ['GET', `/api/deliveries/${failed}`],
    ['POST', `/api/deliveries/${failed}/cancel`],
    ['POST', '/api/deliveries/accounts/adobe-stock/check'],
    ['POST', '/api/deliveries/accounts/shutterstock/check'],
    ['GET', '/api/settings'],
    ['GET', '/api/openapi.json'],
    ['GET', '/api/health'],
  ] as const;
  const texts: string[] = [];
  for (const [method, path] of calls) {
    for (const as of [artist, admin]) {
      const { status, body } = await callApi(method, path, { as });
      expect(status, path).toBeLessThan(500);
      texts.push(`${path}: ${JSON.stringify(body)}`);
    }
  }
  const records = await firestore.collectionGroup('files').get();
  texts.push(JSON.stringify(records.docs.map((record) => record.data())));
  for (const delivery of [id, failed]) texts.push(JSON.stringify(await readRecord(delivery)));
  texts.push(await readFile(config.logFile, 'utf8'));
  for (const text of texts) expect(SECRET.exec(text)?.[0], text.slice(0, 200)).toBeUndefined();
});
