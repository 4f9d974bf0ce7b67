import { beforeAll, describe, expect, test } from 'vitest';
import { ApiErrorSchema } from '@portal/contracts/api-error';
import { newEmail, signIn, signInAdmin, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import {
  addressOf,
  originalOf,
  pictureTools,
  startWith,
  type PictureTool,
} from '../support/picture-tools.ts';
import { drawPicture } from '../support/pictures.ts';
import { setLatency } from '../support/sandbox.ts';

interface Call {
  method: string;
  path: string;
  body?: unknown;
}

/** Every call on a batch. */
function listCalls({ calls, name, ...tool }: PictureTool, id: string): Call[] {
  const read = [calls.images, calls.download, calls.image, calls.thumbnail].map((call) =>
    addressOf(call, id),
  );
  const original = originalOf({ calls, name, ...tool }, id);
  const [first, styled] = ['original', 'styled'].map((which) => `/api/stylizer/batch/${id}/${which}`);
  const ofStylizer: Call[] = [
    { method: 'GET', path: first ?? '' },
    { method: 'GET', path: styled ?? '' },
    { method: 'PATCH', path: `/api/stylizer/batch/${id}/name`, body: { name: 'Mine' } },
  ];
  return [
    ...[...read, original, `${original}/thumbnail`].map((path) => ({ method: 'GET', path })),
    { method: 'POST', path: addressOf(calls.cancel, id) },
    { method: 'POST', path: addressOf(calls.retry, id), body: {} },
    { method: 'DELETE', path: addressOf(calls.remove, id) },
    ...(name === 'stylizer' ? ofStylizer : []),
  ];
}

const call = ({ method, path, body }: Call, as: Account) =>
  callApi(method, path, { as, ...(body !== undefined && { body }) });

let owner: Account;
let otherUser: Account;
beforeAll(async () => {
  await setLatency(0);
  [owner, otherUser] = await Promise.all([signIn(newEmail()), signIn(newEmail())]);
});

describe.each(pictureTools)('$name', (tool) => {
  let id: string;
  beforeAll(async () => {
    id = await startWith(tool, owner, [{ name: 'a.png', bytes: await drawPicture() }]);
    await tool.waitForBatch(owner, id);
  });

  test("hides another person's batch, images, originals and ZIP, even from an admin [D-batches.7, D-media.4, D-answers-and-errors-of-the-api.3]", async () => {
    const before = await tool.listBatches(owner);
    const admin = await signInAdmin();
    for (const one of listCalls(tool, id)) {
      const unknown = { ...one, path: one.path.replace(id, 'AAAAAAAAAAAAAAAAAAAA') };
      const [foreign, none, asAdmin] = await Promise.all([
        call(one, otherUser),
        call(unknown, otherUser),
        call(one, admin),
      ]);
      const { error } = ApiErrorSchema.parse(foreign.body);
      const wanted = { status: 404, body: { error, code: 'not-found' } };
      expect({ ...one, foreign, none, asAdmin }).toMatchObject({
        foreign: wanted,
        none: wanted,
        asAdmin: wanted,
      });
    }
    expect((await callApi('DELETE', tool.calls.clear.path, { as: otherUser })).status).toBe(204);
    expect(await tool.listBatches(owner)).toEqual(before);
    expect(await tool.listBatches(otherUser)).toEqual([]);
  });

  test('hides a batch from the other tools', async () => {
    for (const other of pictureTools.filter((each) => each !== tool)) {
      for (const one of listCalls(other, id)) {
        expect({ ...one, answer: await call(one, owner) }).toMatchObject({ ...one, answer: { status: 404 } });
      }
    }
  });

  test('returns 400 for an invalid id or index, and 404 for an unknown one', async () => {
    for (const one of listCalls(tool, 'two%20words')) {
      expect({ ...one, answer: await call(one, owner) }).toMatchObject({
        ...one,
        answer: { status: 400, body: { details: [{ path: 'id' }] } },
      });
    }
    const noIndex = addressOf(tool.calls.image, id, -1);
    for (const address of [noIndex, `${noIndex}/thumbnail`]) {
      for (const path of [address, address.replace('/images/', '/originals/')]) {
        expect(await callApi('GET', path, { as: owner })).toMatchObject({
          status: 400,
          body: { details: [{ path: 'index' }] },
        });
        expect((await callApi('GET', path.replace('/-1', '/7'), { as: owner })).status).toBe(404);
      }
    }
  });
});
