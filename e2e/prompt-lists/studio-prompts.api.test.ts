/** Lists and styles for prompts, which the studio shares. */
import {
  deletePromptList,
  deletePromptStyle,
  getPromptList,
  listPromptLists,
  listPromptStyles,
  savePromptList,
  savePromptStyle,
} from '@portal/contracts/studio-prompts';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { firestore } from '../support/firestore.ts';

let author: Account;
let colleague: Account;
/** Signed in, and without access to the portal. */
let stranger: Account;
beforeAll(async () => {
  [author, colleague, stranger] = await Promise.all([
    signIn(newEmail()),
    signIn(newEmail()),
    signIn(newEmail('elsewhere.example')),
  ]);
});

const EditSchema = z.object({ version: z.string(), editedBy: z.string() });

const name = `e2e-${process.pid}`;
const fill = (path: string, version?: string) =>
  path.replace('{name}', name) + (version === undefined ? '' : `?version=${version}`);

describe.each([
  {
    kind: 'list',
    collection: 'promptLists',
    save: savePromptList,
    remove: deletePromptList,
    first: { entries: ['red', '{sky|navy} blue'] },
    second: { entries: ['green'] },
    readNames: async (as: Account) =>
      listPromptLists.response.parse((await callApi('GET', listPromptLists.path, { as })).body).lists,
  },
  {
    kind: 'style',
    collection: 'promptStyles',
    save: savePromptStyle,
    remove: deletePromptStyle,
    first: { template: 'film noir, {prompt}' },
    second: { template: 'film noir' },
    readNames: async (as: Account) =>
      listPromptStyles.response.parse((await callApi('GET', listPromptStyles.path, { as })).body).styles,
  },
])('a $kind of the studio', ({ collection, save, remove, first, second, readNames }) => {
  const put = async (as: Account, content: object, version: string | null) => {
    const { status, body } = await callApi('PUT', fill(save.path), { as, body: { ...content, version } });
    const { data } = EditSchema.safeParse(body);
    return { status, body, version: data?.version ?? '', editedBy: data?.editedBy };
  };
  const find = async (as: Account) => (await readNames(as)).find((each) => each.name === name);

  test('is edited by colleagues, but not over changes that they have not seen', async () => {
    const created = await put(author, first, null);
    expect(created).toMatchObject({ status: 200, editedBy: author.email });
    expect(await find(colleague)).toMatchObject({ version: created.version, editedBy: author.email });

    const changed = await put(colleague, second, created.version);
    expect(changed).toMatchObject({ status: 200, editedBy: colleague.email });
    expect(await put(author, first, created.version)).toMatchObject({
      status: 409,
      body: { code: 'conflict', error: expect.stringContaining('Someone else has changed') },
    });
    const stale = await callApi('DELETE', fill(remove.path, created.version), { as: author });
    expect(stale.status).toBe(409);
    expect(await find(author)).toMatchObject({ version: changed.version, editedBy: colleague.email });

    const removed = await callApi('DELETE', fill(remove.path, changed.version), { as: author });
    expect(removed.status).toBe(204);
    expect(await find(author)).toBeUndefined();
    // Again, as after a lost answer.
    expect((await callApi('DELETE', fill(remove.path, changed.version), { as: author })).status).toBe(204);
  });

  test('cannot be read or changed without access to the portal', async () => {
    const { version } = await put(author, first, null);
    for (const as of [stranger, undefined]) {
      const caller = as && { as };
      const status = as ? 403 : 401;
      const body = { ...second, version };
      expect((await callApi('GET', save.path.replace('/{name}', ''), caller)).status).toBe(status);
      expect((await callApi('GET', fill(getPromptList.path), caller)).status).toBe(status);
      expect((await callApi('PUT', fill(save.path), { ...caller, body })).status).toBe(status);
      expect((await callApi('DELETE', fill(remove.path, version), caller)).status).toBe(status);
    }
    expect(await find(author)).toMatchObject({ version });
    await firestore.doc(`${collection}/${name}`).delete();
  });
});

test('a list is answered with its entries', async () => {
  const entries = ['red', '2::blue', '# later'];
  await callApi('PUT', fill(savePromptList.path), { as: author, body: { entries, version: null } });
  expect(await callApi('GET', fill(getPromptList.path), { as: colleague })).toMatchObject({
    status: 200,
    body: { name, entries, count: 3 },
  });
  await firestore.doc(`promptLists/${name}`).delete();
  expect((await callApi('GET', fill(getPromptList.path), { as: colleague })).status).toBe(404);
});
