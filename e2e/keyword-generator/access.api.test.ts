import { ApiErrorSchema } from '@portal/contracts/api-error';
import { beforeAll, describe, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import {
  ANALYZE,
  BATCHES,
  listBatches,
  makePicture,
  originalOf,
  pathOf,
  previewOf,
  resultOf,
  startKeywords,
  TEXTS,
  waitForBatch,
} from '../support/keywords.ts';
import { setLatency } from '../support/sandbox.ts';
import { putUploads, type NamedPicture } from '../support/send-pictures.ts';

interface Call {
  method: string;
  path: string;
  body?: unknown;
}

const get = (path: string): Call => ({ method: 'GET', path });
/** Every call on a batch and its contents. */
const CALLS_OF_A_BATCH: Record<string, (id: string, name: string) => Call> = {
  batch: (id) => get(pathOf(id)),
  'failed items': (id) => get(`${pathOf(id)}/failed-items`),
  ZIP: (id) => get(`${pathOf(id)}/download-zip`),
  'ZIP with short names': (id) => get(`${pathOf(id)}/download-zip/short`),
  'preview by name': (id, name) => get(previewOf(id, name)),
  original: (id) => get(originalOf(id)),
  'small original': (id) => get(`${originalOf(id)}/thumbnail`),
  rename: (id) => ({ method: 'PATCH', path: pathOf(id), body: { name: 'Mine' } }),
  edit: (id) => ({ method: 'PATCH', path: resultOf(id), body: TEXTS }),
  cancel: (id) => ({ method: 'POST', path: `${pathOf(id)}/cancel` }),
  retry: (id) => ({ method: 'POST', path: `${pathOf(id)}/retry`, body: {} }),
  delete: (id) => ({ method: 'DELETE', path: pathOf(id) }),
};
const callsOfABatch = Object.entries(CALLS_OF_A_BATCH).map(([name, make]) => ({ name, make }));
const call = ({ method, path, body }: Call, as: Account) =>
  callApi(method, path, { as, ...(body !== undefined && { body }) });

let owner: Account;
let otherUser: Account;
let picture: NamedPicture;
let batchId: string;
beforeAll(async () => {
  await setLatency(0);
  [owner, otherUser] = await Promise.all([signIn(newEmail()), signIn(newEmail())]);
  picture = await makePicture('mine');
  batchId = await startKeywords(owner, [picture]);
  await waitForBatch(owner, batchId);
});

describe("another person's batch [D-batches.7, D-media.4, D-answers-and-errors-of-the-api.3]", () => {
  test.each(callsOfABatch)('$name returns 404, as if it did not exist', async ({ make }) => {
    const foreign = await call(make(batchId, picture.name), otherUser);
    const unknown = await call(make('AAAAAAAAAAAAAAAAAAAA', picture.name), otherUser);
    const error = ApiErrorSchema.parse(foreign.body);
    expect({ status: foreign.status, ...error }).toMatchObject({ status: 404, code: 'not-found' });
    expect(unknown).toMatchObject({ status: 404, body: { error: error.error, code: 'not-found' } });
  });

  test('stays unchanged after requests of others, and appears only in its owner’s list', async () => {
    const [before] = await listBatches(owner);
    for (const { make } of callsOfABatch) await call(make(batchId, picture.name), otherUser);
    expect((await callApi('DELETE', BATCHES, { as: otherUser })).status).toBe(204);
    expect(await listBatches(otherUser)).toEqual([]);
    expect(before?.id).toBe(batchId);
    expect(await listBatches(owner)).toEqual([before]);
  });

  test('cannot be started from another person’s uploads', async () => {
    const uploads = await putUploads(owner, [picture]);
    expect(await callApi('POST', ANALYZE, { as: otherUser, body: uploads })).toMatchObject({
      status: 404,
      body: { details: [{ path: 'files.0' }] },
    });
    expect(await listBatches(otherUser)).toEqual([]);
  });
});
