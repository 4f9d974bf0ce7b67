import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startFirestoreServer, type FirestoreServer } from '../server.ts';
import { Code } from '../status.ts';
import { TestClient } from '../wire/testing/test-client.ts';

const NAME = 'projects/demo-rest/databases/(default)/documents';

let server: FirestoreServer;

beforeAll(async () => {
  server = await startFirestoreServer();
});

afterAll(() => server.close());

async function ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method,
    headers: { authorization: 'Bearer owner', ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type') === 'application/json';
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

const askDocuments = (method: string, path: string, body?: unknown) =>
  ask(method, `/v1/${NAME}${path}`, body);
const create = (collection: string, id: string, fields: object = {}) =>
  askDocuments('POST', `/${collection}?documentId=${id}`, { fields });

describe('documents', () => {
  const every = {
    nothing: { nullValue: null },
    truth: { booleanValue: true },
    integer: { integerValue: '-9223372036854775808' },
    double: { doubleValue: 1.5 },
    nan: { doubleValue: 'NaN' },
    infinity: { doubleValue: '-Infinity' },
    negativeZero: { doubleValue: '-0' },
    text: { stringValue: 'Grüße 👋' },
    bytes: { bytesValue: 'AQL/' },
    time: { timestampValue: '2020-01-02T03:04:05.123456Z' },
    firstDay: { timestampValue: '0001-01-01T00:00:00Z' },
    reference: { referenceValue: `${NAME}/c/other` },
    list: { arrayValue: { values: [{ integerValue: '1' }, { mapValue: {} }] } },
    empty: { arrayValue: {} },
    map: { mapValue: { fields: { inner: { stringValue: 'x' } } } },
  };

  test('are created, read and deleted', async () => {
    const document = { name: `${NAME}/c/every`, fields: every, createTime: expect.stringMatching(/Z$/) };
    expect((await create('c', 'every', every)).body).toMatchObject(document);
    expect((await create('c', 'every')).status).toBe(409);
    expect((await askDocuments('GET', '/c/every')).body).toMatchObject(document);
    expect((await askDocuments('DELETE', '/c/every')).body).toEqual({});
    expect(await askDocuments('GET', '/c/every')).toMatchObject({
      status: 404,
      body: { error: { code: 404, status: 'NOT_FOUND' } },
    });
  });
});

describe('refuses', () => {
  test.each([
    ['POST', '/c?documentId=a', '{"fields":', 400],
    ['POST', '/c?documentId=a', { fields: { a: { integerValue: 'x' } } }, 400],
    ['POST', '/c?documentId=a', { fields: { a: { geoPointValue: {} } } }, 400],
    ['POST', '/c?documentId=a', [], 400],
    ['GET', '/c', undefined, 400],
    ['GET', '/c/%E0%A4%A', undefined, 400],
  ])('%s %s %j', async (method, path, body, status) => {
    expect((await askDocuments(method, path, body)).status).toBe(status);
  });

  test.each([
    ['POST', ':runQuery'],
    ['POST', '/c'],
    ['PATCH', '/c/d'],
    ['GET', '/c/d?mask.fieldPaths=a'],
    ['DELETE', '/c/d?currentDocument.exists=true'],
  ])('%s %s as not implemented', async (method, path) => {
    const { status, body } = await askDocuments(method, path, method === 'POST' ? {} : undefined);
    expect([status, body.error.status]).toEqual([501, 'UNIMPLEMENTED']);
    expect(body.error.message).toContain(`${method} /v1/${NAME}${path.split('?')[0]}`);
  });

  test('a page in a browser', async () => {
    const headers = { origin: 'http://localhost:3000' };
    expect((await ask('GET', '/', undefined, headers)).status).toBe(403);
  });
});

describe('emulator endpoints', () => {
  test('respond to the root path', async () => {
    expect((await ask('GET', '/')).body).toBe('Ok\n');
  });

  test('clear one database and keep the others', async () => {
    const other = NAME.replace('(default)', 'other');
    await create('clear', 'a');
    await ask('POST', `/v1/${other}/clear?documentId=a`, {});
    expect((await ask('DELETE', `/emulator/v1/${NAME}`)).body).toEqual({});
    expect((await ask('GET', `/v1/${NAME}/clear/a`)).status).toBe(404);
    expect((await ask('GET', `/v1/${other}/clear/a`)).status).toBe(200);
  });

  test('refuse an export', async () => {
    expect(await ask('POST', '/emulator/v1/projects/demo-rest:export', {})).toMatchObject({
      status: 501,
      body: { error: { message: expect.stringContaining('demo-rest:export') } },
    });
  });
});

test('holds the response to a commit until the release', async () => {
  const HOLD = '/emulator/v1/projects/demo-rest:holdCommits';
  await ask('PUT', HOLD, { documents: '/held/[^/]+$', field: 'state', value: 'claimed' });
  const client = new TestClient(server.port);
  const set = (id: string, state: string) =>
    client.call('Commit', {
      database: NAME.replace('/documents', ''),
      writes: [{ update: { name: `${NAME}/held/${id}`, fields: new Map([['state', state]]) } }],
    });
  let isAnswered = false;
  const held = set('a', 'claimed').then(({ status }) => {
    isAnswered = true;
    return status;
  });
  await expect.poll(async () => (await ask('GET', HOLD)).body).toEqual({ held: 1 });
  expect((await askDocuments('GET', '/held/a')).status).toBe(200);
  expect((await set('b', 'free')).status).toBe(Code.OK);
  expect(isAnswered).toBe(false);
  expect((await ask('DELETE', HOLD)).body).toEqual({ held: 0 });
  expect(await held).toBe(Code.OK);
  client.close();
});
