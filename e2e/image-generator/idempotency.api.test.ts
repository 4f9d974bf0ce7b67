import { Timestamp } from '@google-cloud/firestore';
import { BatchStartedSchema } from '@portal/contracts/batches';
import { beforeAll, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { readItems } from '../support/batches.ts';
import { firestore } from '../support/firestore.ts';
import { listBatches, makeRequest } from '../support/generator.ts';
import { setLatency } from '../support/sandbox.ts';
import { GENERATOR, pathOf } from '../support/api-files.ts';

let artist: Account;
beforeAll(async () => {
  await setLatency(0);
  artist = await signIn(newEmail());
});

const generate = (key: string | undefined, body = makeRequest('xai'), as = artist) =>
  callApi('POST', `${GENERATOR}/generate`, {
    as,
    body,
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });
const idOf = ({ body }: { body: unknown }) => BatchStartedSchema.parse(body).batchId;

test('starts a batch with 202 and its id [T7.1.1, D-answers-and-errors-of-the-api.5]', async () => {
  const answer = await generate(undefined);
  expect(answer).toMatchObject({ status: 202, body: { success: true, batchId: expect.any(String) } });
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
});

test('starts a new batch for each request without a key', async () => {
  expect(idOf(await generate(undefined))).not.toBe(idOf(await generate(undefined)));
});

test('starts one batch for all requests with one key, in any field order [D-answers-and-errors-of-the-api.6]', async () => {
  const countBefore = (await listBatches(artist)).length;
  const request = makeRequest('xai', { quantity: 3 });
  const answers = await Promise.all(Array.from({ length: 10 }, () => generate('ten at once', request)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
  const reversed = Object.fromEntries(Object.entries(request).toReversed());
  const ids = [...answers, await generate('ten at once', { ...reversed, unknown: true })].map(idOf);
  expect(new Set(ids).size).toBe(1);
  expect(await readItems(ids[0] ?? '')).toHaveLength(3);
  expect(await listBatches(artist)).toHaveLength(countBefore + 1);
});

test('returns 409 for a key that was used with another body [D-answers-and-errors-of-the-api.3]', async () => {
  const first = idOf(await generate('once'));
  const countBefore = (await listBatches(artist)).length;
  for (const body of [makeRequest('xai', { quantity: 2 }), makeRequest('xai', { prompt: 'a kite' })]) {
    expect(await generate('once', body)).toMatchObject({
      status: 409,
      body: { code: 'conflict', error: 'This Idempotency-Key was used for another request.' },
    });
  }
  expect(await listBatches(artist)).toHaveLength(countBefore);
  expect(idOf(await generate('once'))).toBe(first);
});

test('returns 409 for a key whose batch was deleted', async () => {
  const id = idOf(await generate('deleted'));
  expect((await callApi('DELETE', pathOf(id), { as: artist })).status).toBe(204);
  const countBefore = (await listBatches(artist)).length;
  expect(await generate('deleted')).toMatchObject({
    status: 409,
    body: {
      code: 'conflict',
      error: 'This batch was started before, then deleted. Change a setting to start another.',
    },
  });
  expect(await listBatches(artist)).toHaveLength(countBefore);
});

test('starts a new batch for a key that has expired', async () => {
  const id = idOf(await generate('expired'));
  const requests = await firestore.collection('requests').get();
  const docs = requests.docs.filter((request) => request.get('batchId') === id);
  const expiresAt = Timestamp.fromMillis(Date.now() - 1);
  await Promise.all(
    [...docs.map(({ ref }) => ref), firestore.doc(`batches/${id}`)].map((document) =>
      document.update({ expiresAt }),
    ),
  );
  const next = idOf(await generate('expired'));
  expect(next).not.toBe(id);
  expect(idOf(await generate('expired'))).toBe(next);
});

test('keeps the keys of different people apart', async () => {
  const other = await signIn(newEmail());
  const mine = idOf(await generate('the same word'));
  const theirs = await generate('the same word', makeRequest('xai', { quantity: 2 }), other);
  expect(theirs.status).toBe(202);
  expect(idOf(theirs)).not.toBe(mine);
  expect((await callApi('GET', `${pathOf(mine)}/images`, { as: other })).status).toBe(404);
});

test.each([
  ['empty', ''],
  ['too long', 'k'.repeat(201)],
])('returns 400 for a key that is %s', async (_name, key) => {
  expect(await generate(key)).toMatchObject({
    status: 400,
    body: { code: 'bad-request', error: 'An Idempotency-Key must have 1 to 200 characters.' },
  });
});

test('accepts a key of 200 characters', async () => {
  const key = 'k'.repeat(200);
  expect(idOf(await generate(key))).toBe(idOf(await generate(key)));
});
