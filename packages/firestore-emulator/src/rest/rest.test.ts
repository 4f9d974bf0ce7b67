import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startFirestoreServer, type FirestoreServer } from '../server.ts';

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
const fieldsOf = (n: string) => ({ n: { integerValue: n } });

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
    place: { geoPointValue: { latitude: 1.5, longitude: -2 } },
    reference: { referenceValue: `${NAME}/c/other` },
    list: { arrayValue: { values: [{ integerValue: '1' }, { mapValue: {} }] } },
    empty: { arrayValue: {} },
    map: { mapValue: { fields: { inner: { stringValue: 'x' } } } },
  };

  test('returns every type of value unchanged', async () => {
    const update = { name: `${NAME}/c/every`, fields: every };
    expect((await askDocuments('POST', ':commit', { writes: [{ update }] })).status).toBe(200);
    expect((await askDocuments('GET', '/c/every')).body).toMatchObject({
      name: `${NAME}/c/every`,
      fields: every,
    });
  });

  test('creates, updates, lists and deletes', async () => {
    const created = await askDocuments('POST', '/crud?documentId=a', { fields: fieldsOf('1') });
    expect(created.body).toMatchObject({ name: `${NAME}/crud/a`, fields: fieldsOf('1') });
    expect((await askDocuments('POST', '/crud?documentId=a', {})).status).toBe(409);
    await askDocuments('PATCH', '/crud/a?updateMask.fieldPaths=m&updateMask.fieldPaths=k', {
      fields: { m: { booleanValue: false } },
    });
    const masked = await askDocuments('GET', '/crud/a?mask.fieldPaths=m');
    expect(masked.body.fields).toEqual({ m: { booleanValue: false } });
    await askDocuments('POST', '/crud?documentId=b', {});
    const page = await askDocuments('GET', '/crud?pageSize=1');
    expect(page.body.documents).toHaveLength(1);
    const rest = await askDocuments('GET', `/crud?pageToken=${encodeURIComponent(page.body.nextPageToken)}`);
    expect(rest.body.documents).toMatchObject([{ name: `${NAME}/crud/b` }]);
    expect((await askDocuments('DELETE', '/crud/a?currentDocument.exists=true')).body).toEqual({});
    expect(await askDocuments('DELETE', '/crud/a?currentDocument.exists=true')).toMatchObject({
      status: 404,
      body: { error: { code: 404, status: 'NOT_FOUND' } },
    });
  });

  test('accepts an id with a colon and spaces', async () => {
    expect((await askDocuments('PATCH', '/c/a%20b:commit', { fields: fieldsOf('1') })).body.name).toBe(
      `${NAME}/c/a b:commit`,
    );
    expect((await askDocuments('GET', '/c/a%20b:commit')).status).toBe(200);
  });
});

describe('methods', () => {
  test('runs a query with null and enums', async () => {
    await askDocuments('POST', '/methods?documentId=a', { fields: { n: { nullValue: null } } });
    await askDocuments('POST', '/methods?documentId=b', { fields: fieldsOf('2') });
    const from = [{ collectionId: 'methods' }];
    const isNull = { unaryFilter: { field: { fieldPath: 'n' }, op: 'IS_NULL' } };
    const found = await askDocuments('POST', ':runQuery', { structuredQuery: { from, where: isNull } });
    expect(found.body).toMatchObject([{ document: { name: `${NAME}/methods/a` } }]);
    const orderBy = [{ field: { fieldPath: 'n' }, direction: 'DESCENDING' }];
    const first = await askDocuments('POST', ':runQuery', { structuredQuery: { from, orderBy, limit: 1 } });
    expect(first.body).toMatchObject([{ document: { name: `${NAME}/methods/b` } }]);
    const startAt = { values: [{ nullValue: null }], before: true };
    const all = await askDocuments('POST', ':runQuery', {
      structured_query: { from, order_by: [{ field: { field_path: 'n' } }], start_at: startAt },
    });
    expect(all.body).toHaveLength(2);
    const aggregations = [{ alias: 'n', count: { upTo: '1' } }];
    const counted = await askDocuments('POST', ':runAggregationQuery', {
      structuredAggregationQuery: { structuredQuery: { from }, aggregations },
    });
    expect(counted.body).toMatchObject([{ result: { aggregateFields: { n: { integerValue: '1' } } } }]);
  });

  test('runs a transaction', async () => {
    const { transaction } = (await askDocuments('POST', ':beginTransaction', {})).body;
    const read = await askDocuments('POST', ':batchGet', { documents: [`${NAME}/t/a`], transaction });
    expect(read.body).toMatchObject([{ missing: `${NAME}/t/a` }]);
    const writes = [{ update: { name: `${NAME}/t/a`, fields: {} }, currentDocument: { exists: false } }];
    expect((await askDocuments('POST', ':commit', { transaction, writes })).body.writeResults).toHaveLength(
      1,
    );
    expect((await askDocuments('POST', ':commit', { transaction, writes })).status).toBe(400);
  });

  test('sets the server time', async () => {
    const updateTransforms = [{ fieldPath: 'at', setToServerValue: 'REQUEST_TIME' }];
    const update = { name: `${NAME}/t/time`, fields: {} };
    const { body } = await askDocuments('POST', ':commit', { writes: [{ update, updateTransforms }] });
    expect(body.writeResults[0].transformResults[0].timestampValue).toMatch(/^\d{4}-.*Z$/);
  });
});

describe('refuses', () => {
  test.each([
    ['POST', ':commit', '{"writes":', 400],
    ['POST', ':commit', { writes: [{ nonsense: 1 }] }, 400],
    ['POST', ':commit', { writes: [{ update: { name: 7 } }] }, 400],
    [
      'POST',
      ':commit',
      { writes: [{ update: { name: `${NAME}/c/d`, fields: { a: { integerValue: 'x' } } } }] },
      400,
    ],
    ['POST', ':commit', [], 400],
    ['POST', ':nonsense', {}, 404],
    ['GET', '/c/none', undefined, 404],
    ['PUT', '/c/d', {}, 404],
    ['PATCH', '', {}, 400],
    ['GET', '/c/%E0%A4%A', undefined, 400],
  ])('%s %s %j', async (method, path, body, status) => {
    expect((await askDocuments(method, path, body)).status).toBe(status);
  });

  test('a page from another machine', async () => {
    const headers = { origin: 'https://elsewhere.example' };
    expect((await ask('GET', '/', undefined, headers)).status).toBe(403);
  });
});

test('allows a page from this machine', async () => {
  const headers = { origin: 'http://localhost:3000', 'access-control-request-headers': 'authorization' };
  const preflight = await ask('OPTIONS', `/v1/${NAME}/c/d`, undefined, headers);
  expect(preflight.status).toBe(200);
  expect(preflight.headers.get('access-control-allow-origin')).toBe('http://localhost:3000');
  expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization');
});

describe('emulator endpoints', () => {
  test('respond to the root path', async () => {
    expect((await ask('GET', '/')).body).toBe('Ok\n');
  });

  test('clear one database and keep the others', async () => {
    const other = NAME.replace('(default)', 'other');
    await ask('PATCH', `/v1/${NAME}/clear/a`, {});
    await ask('PATCH', `/v1/${other}/clear/a`, {});
    expect((await ask('DELETE', `/emulator/v1/${NAME}`)).body).toEqual({});
    expect((await ask('GET', `/v1/${NAME}/clear/a`)).status).toBe(404);
    expect((await ask('GET', `/v1/${other}/clear/a`)).status).toBe(200);
  });

  test('refuse an export', async () => {
    expect((await ask('POST', '/emulator/v1/projects/demo-rest:export', {})).status).toBe(501);
  });
});

describe('commit holds', () => {
  const HOLD = '/emulator/v1/projects/demo-rest:holdCommits';
  const exists = async (path: string) => (await askDocuments('GET', path)).status === 200;

  test('apply a commit, and respond to it after the release', async () => {
    await ask('PUT', HOLD, { documents: '/held/[^/]+$', field: 'state', value: 'claimed' });
    let isAnswered = false;
    const fields = { state: { stringValue: 'claimed' } };
    const update = { name: `${NAME}/held/a`, fields };
    const held = askDocuments('POST', ':commit', { writes: [{ update }] }).then(({ status }) => {
      isAnswered = true;
      return status;
    });
    await expect.poll(async () => (await ask('GET', HOLD)).body).toEqual({ held: 1 });
    expect(await exists('/held/a')).toBe(true);
    expect(isAnswered).toBe(false);
    await askDocuments('POST', '/held?documentId=other', { fields: { state: { stringValue: 'free' } } });
    expect((await ask('DELETE', HOLD)).body).toEqual({ held: 0 });
    expect(await held).toBe(200);
  });
});
