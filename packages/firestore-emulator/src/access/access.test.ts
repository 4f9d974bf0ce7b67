import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startFirestoreServer, type FirestoreServer } from '../server.ts';

const NAME = 'projects/demo-access/databases/(default)/documents';
const RULES = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /own/{uid} {
      allow read, write: if request.auth.uid == uid;
    }
    match /kinds/{id} {
      allow get: if true;
      allow list: if resource.data.shown == true;
      allow create: if request.resource.data.by == request.auth.uid;
      allow update: if request.resource.data.n == resource.data.n + 1;
      allow delete: if request.auth.token.role == 'admin';
    }
    match /pairs/{id} {
      allow write: if getAfter(/databases/$(database)/documents/pairs/$(request.resource.data.other)).data.other == id;
    }
    match /stamped/{id} {
      allow create: if request.resource.data.at == request.time;
    }
  }
}`;

let server: FirestoreServer;

beforeAll(async () => {
  server = await startFirestoreServer();
  expect((await putRules(RULES)).status).toBe(200);
});

afterAll(() => server.close());

const post = (path: string, body: object, authorization?: string) =>
  fetch(`http://127.0.0.1:${server.port}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: authorization === undefined ? {} : { authorization },
  });

const putRules = (content: string, ignoreErrors = false) =>
  fetch(`http://127.0.0.1:${server.port}/emulator/v1/projects/demo-access:securityRules`, {
    method: 'PUT',
    body: JSON.stringify({
      rules: { files: [{ name: 'firestore.rules', content }] },
      ignore_errors: ignoreErrors,
    }),
  });

const toBase64 = (json: object | string) =>
  Buffer.from(typeof json === 'string' ? json : JSON.stringify(json)).toString('base64url');
const tokenOf = (claims: object | string) => `Bearer ${toBase64({ alg: 'none' })}.${toBase64(claims)}.`;
const ANN = tokenOf({ sub: 'ann' });
const ADMIN = tokenOf({ sub: 'boss', role: 'admin' });
const OWNER = 'Bearer owner';

const read = async (path: string, authorization?: string) =>
  (await post(`/v1/${NAME}:batchGet`, { documents: [`${NAME}/${path}`] }, authorization)).status;

const update = (path: string, fields: object = {}, more: object = {}) => ({
  update: { name: `${NAME}/${path}`, fields },
  ...more,
});
const commit = async (writes: object[], authorization?: string) =>
  (await post(`/v1/${NAME}:commit`, { writes }, authorization)).status;

const text = (stringValue: string) => ({ stringValue });
const integer = (integerValue: number) => ({ integerValue });

describe('callers', () => {
  test.each([
    ['the owner', OWNER, 200],
    ['the owner, in lower case', 'bearer owner', 200],
    ['the user of the document', ANN, 200],
    ['with an expired token', tokenOf({ sub: 'ann', exp: 1 }), 200],
    ['another user', tokenOf({ sub: 'bob' }), 403],
    ['with a token without a user', tokenOf({}), 403],
    ['without a token', undefined, 403],
    ['with an incomplete token', `Bearer ${toBase64({})}`, 400],
    ['with a token that is not JSON', tokenOf('ann'), 400],
    ['with a list as claims', tokenOf('["ann"]'), 400],
    ['with another scheme', 'Basic YW5uOmFubg==', 400],
  ])('%s', async (_, authorization, status) => {
    expect(await read('own/ann', authorization)).toBe(status);
  });
});

describe('requests', () => {
  test('a denied document fails the whole batch', async () => {
    const documents = [`${NAME}/own/ann`, `${NAME}/own/bob`];
    const response = await post(`/v1/${NAME}:batchGet`, { documents }, ANN);
    expect([response.status, Array.isArray(await response.json())]).toEqual([403, false]);
  });

  test('the filters of a query can allow a list', async () => {
    const list = async (where?: object) =>
      (
        await post(
          `/v1/${NAME}:runQuery`,
          { structuredQuery: { from: [{ collectionId: 'kinds' }], where } },
          ANN,
        )
      ).status;
    const shown = {
      fieldFilter: { field: { fieldPath: 'shown' }, op: 'EQUAL', value: { booleanValue: true } },
    };
    expect([await list(shown), await list()]).toEqual([200, 403]);
  });

  test('create, update and delete have separate rules', async () => {
    expect(await commit([update('kinds/a', { by: text('bob') })], ANN)).toBe(403);
    expect(await commit([update('kinds/a', { by: text('ann'), n: integer(1) })], ANN)).toBe(200);
    expect(await commit([update('kinds/a', { n: integer(3) })], ANN)).toBe(403);
    expect(await commit([update('kinds/a', { n: integer(2) })], ANN)).toBe(200);
    expect(await commit([{ delete: `${NAME}/kinds/a` }], ANN)).toBe(403);
    expect(await commit([{ delete: `${NAME}/kinds/a` }], ADMIN)).toBe(200);
  });

  test('rules come before preconditions', async () => {
    const mustExist = { currentDocument: { exists: true } };
    expect(await commit([update('own/bob', {}, mustExist)], ANN)).toBe(403);
    expect(await commit([update('own/ann', {}, mustExist)], ANN)).toBe(404);
  });

  test('a denied write fails the whole commit', async () => {
    expect(await commit([update('own/ann'), update('own/bob')], ANN)).toBe(403);
    const missing = await post(`/v1/${NAME}:batchGet`, { documents: [`${NAME}/own/ann`] }, OWNER);
    expect(await missing.json()).toMatchObject([{ missing: `${NAME}/own/ann` }]);
  });

  test('getAfter sees all of the commit', async () => {
    const [one, two] = [
      update('pairs/one', { other: text('two') }),
      update('pairs/two', { other: text('one') }),
    ];
    expect(await commit([one], ANN)).toBe(403);
    expect(await commit([one, two], ANN)).toBe(200);
  });

  test('the server timestamp equals request.time', async () => {
    const updateTransforms = [{ fieldPath: 'at', setToServerValue: 'REQUEST_TIME' }];
    expect(await commit([update('stamped/a', {}, { updateTransforms })], ANN)).toBe(200);
    const at = { timestampValue: '2020-01-01T00:00:00Z' };
    expect(await commit([update('stamped/b', { at })], ANN)).toBe(403);
  });

  test.each([
    ['listCollectionIds', {}],
    ['batchWrite', { writes: [update('own/ann')] }],
    [
      'partitionQuery',
      { structuredQuery: { from: [{ collectionId: 'own', allDescendants: true }] }, partitionCount: 2 },
    ],
  ])('%s is for admins', async (method, body) => {
    expect((await post(`/v1/${NAME}:${method}`, body, ANN)).status).toBe(403);
  });

  test('each project has its own rules, or none', async () => {
    const name = NAME.replace('demo-access', 'demo-open');
    expect((await post(`/v1/${name}:batchGet`, { documents: [`${name}/own/ann`] })).status).toBe(200);
  });
});

describe('loading', () => {
  const broken = `rules_version = '2';\nservice cloud.firestore { match /a/{b} { allow read: if foo(; } }`;

  test('refuses a file with an error and keeps the previous rules', async () => {
    const refused = await putRules(broken);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: { message: expect.stringContaining('L2:') } });
    const tolerated = await putRules(broken, true);
    expect(await tolerated.json()).toMatchObject({
      issues: [{ severity: 'ERROR', sourcePosition: { line: 2 } }],
    });
    expect(await read('own/ann', tokenOf({ sub: 'bob' }))).toBe(403);
  });

  test('refuses a request without a file', async () => {
    const url = `http://127.0.0.1:${server.port}/emulator/v1/projects/demo-access:securityRules`;
    expect((await fetch(url, { method: 'PUT', body: '{"rules":{}}' })).status).toBe(400);
  });
});
