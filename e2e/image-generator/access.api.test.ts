import { Timestamp } from '@google-cloud/firestore';
import { ApiErrorSchema } from '@portal/contracts/api-error';
import { beforeAll, describe, expect, test } from 'vitest';
import { config } from '../config.ts';
import { newEmail, signIn, signInAdmin, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { firestore } from '../support/firestore.ts';
import { listBatches, makeRequest, startBatch, waitForBatch } from '../support/generator.ts';
import { setLatency } from '../support/sandbox.ts';
import { BATCHES, downloadOf, GENERATOR, pathOf } from '../support/api-files.ts';

interface Call {
  method: string;
  path: string;
  body?: unknown;
}

/** Every call on a batch. */
const CALLS_OF_A_BATCH = {
  cancel: (id: string): Call => ({ method: 'POST', path: `${pathOf(id)}/cancel` }),
  retry: (id: string): Call => ({ method: 'POST', path: `${pathOf(id)}/retry`, body: {} }),
  rename: (id: string): Call => ({ method: 'PATCH', path: `${pathOf(id)}/name`, body: { name: 'Mine' } }),
  delete: (id: string): Call => ({ method: 'DELETE', path: pathOf(id) }),
  images: (id: string): Call => ({ method: 'GET', path: `${pathOf(id)}/images` }),
  download: (id: string): Call => ({ method: 'GET', path: downloadOf(id) }),
  'one image': (id: string): Call => ({ method: 'GET', path: `${pathOf(id)}/images/0` }),
  'one thumbnail': (id: string): Call => ({ method: 'GET', path: `${pathOf(id)}/images/0/thumbnail` }),
};
const callsOfABatch = Object.entries(CALLS_OF_A_BATCH).map(([name, make]) => ({ name, make }));
const call = ({ method, path, body }: Call, as: Account) =>
  callApi(method, path, { as, ...(body !== undefined && { body }) });

let owner: Account;
let otherUser: Account;
let batchId: string;
beforeAll(async () => {
  await setLatency(0);
  [owner, otherUser] = await Promise.all([signIn(newEmail()), signIn(newEmail())]);
  batchId = await startBatch(owner, makeRequest('xai'));
  await waitForBatch(owner, batchId);
});

test('gives users and admins the same access to their own batches only [T6.1]', async () => {
  const admin = await signInAdmin();
  for (const path of [BATCHES, `${GENERATOR}/gemini-stats`, '/api/pricing']) {
    for (const as of [owner, admin]) expect((await callApi('GET', path, { as })).status).toBe(200);
  }
  expect((await call(CALLS_OF_A_BATCH.images(batchId), admin)).status).toBe(404);
});

describe("another person's batch [D-batches.7, D-media.4, D-answers-and-errors-of-the-api.3]", () => {
  test.each(callsOfABatch)('$name returns 404, as if it did not exist', async ({ make }) => {
    const foreign = await call(make(batchId), otherUser);
    const unknown = await call(make('AAAAAAAAAAAAAAAAAAAA'), otherUser);
    const error = ApiErrorSchema.parse(foreign.body);
    expect({ status: foreign.status, ...error }).toMatchObject({ status: 404, code: 'not-found' });
    expect(unknown).toMatchObject({ status: 404, body: { error: error.error, code: 'not-found' } });
  });

  test('appears only in its owner’s list, and survives another person’s clear', async () => {
    const [before] = await listBatches(owner);
    expect(before?.id).toBe(batchId);
    expect(await listBatches(otherUser)).toEqual([]);
    expect((await callApi('DELETE', BATCHES, { as: otherUser })).status).toBe(204);
    expect(await listBatches(owner)).toEqual([before]);
  });
});

describe('an invalid id [D-answers-and-errors-of-the-api.3]', () => {
  const BAD_IDS = ['a.b', 'two%20words', 'x'.repeat(65), '%00', '%F0%9F%8E%A8'];
  test.each(callsOfABatch)('$name returns 400 and names it', async ({ make }) => {
    for (const id of BAD_IDS) {
      expect({ id, ...(await call(make(id), owner)) }).toMatchObject({
        id,
        status: 400,
        body: { code: 'bad-request', details: [{ path: 'id', message: 'Invalid batch id.' }] },
      });
    }
  });

  test.each(['abc', '-1', '1.5', '12345', '0x0'])('returns 400 for the image index %j', async (index) => {
    for (const path of [
      `${pathOf(batchId)}/images/${index}`,
      `${pathOf(batchId)}/images/${index}/thumbnail`,
    ]) {
      expect(await callApi('GET', path, { as: owner })).toMatchObject({
        status: 400,
        body: { details: [{ path: 'index', message: 'Invalid index.' }] },
      });
    }
  });
});

test('hides an expired batch even while its documents still exist [D-batches.9]', async () => {
  const id = await startBatch(owner, makeRequest('xai'));
  await waitForBatch(owner, id);
  await firestore.doc(`batches/${id}`).update({ expiresAt: Timestamp.fromMillis(Date.now() - 1000) });
  const answers = await Promise.all(callsOfABatch.map(({ make }) => call(make(id), owner)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
});

const TAKING_JSON = [
  ['generate', 'POST', () => `${GENERATOR}/generate`],
  ['rename', 'PATCH', () => `${pathOf(batchId)}/name`],
  ['retry', 'POST', () => `${pathOf(batchId)}/retry`],
] as const;
describe.each(TAKING_JSON)('the body of %s [T7.0.2]', (name, method, pathTo) => {
  const send = (body: string, type?: string) =>
    fetch(new URL(pathTo(), config.portalUrl), {
      method,
      body: Buffer.from(body),
      headers: {
        authorization: `Bearer ${owner.token}`,
        ...(type !== undefined && { 'content-type': type }),
      },
    });
  const sendAndRead = async (body: string, type?: string) => {
    const answer = await send(body, type);
    return { status: answer.status, code: ApiErrorSchema.parse(await answer.json()).code };
  };

  test('must be JSON and declared as such', async () => {
    const unsupported = { status: 415, code: 'unsupported-media-type' };
    expect(await sendAndRead('{}')).toEqual(unsupported);
    expect(await sendAndRead('{}', 'text/plain')).toEqual(unsupported);
    expect(await sendAndRead('prompt=fox', 'application/x-www-form-urlencoded')).toEqual(unsupported);
  });

  test('must be complete and an object', async () => {
    for (const body of ['', '[]']) {
      expect(await sendAndRead(body, 'application/json')).toEqual({ status: 400, code: 'bad-request' });
    }
    // The platform rejects unparsable bodies itself, before the portal.
    for (const body of ['{', '{"prompt":', 'undefined', 'null', '7', '"text"']) {
      expect((await send(body, 'application/json')).status).toBe(400);
    }
  });

  test('must not exceed 1 MB', async () => {
    const body = JSON.stringify({ [name]: 'x'.repeat(1_000_000) });
    expect(await sendAndRead(body, 'application/json; charset=utf-8')).toEqual({
      status: 413,
      code: 'too-large',
    });
  });
});
