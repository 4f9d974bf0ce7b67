import { afterAll, beforeAll, expect, test } from 'vitest';
import { startFirestoreServer, type FirestoreServer } from '../server.ts';
import { Code } from '../status.ts';
import { messageCodec } from '../wire/protocol.ts';
import { TestClient } from '../wire/testing/test-client.ts';

const DATABASE = 'projects/demo-write/databases/(default)';

const requests = messageCodec<object>('WriteRequest');
const responses = messageCodec<{ streamId: string; streamToken: Uint8Array; writeResults: object[] }>(
  'WriteResponse',
);

let server: FirestoreServer;
let client: TestClient;

beforeAll(async () => {
  server = await startFirestoreServer();
  client = new TestClient(server.port);
});

afterAll(async () => {
  client.close();
  await server.close();
});

const update = (id: string, currentDocument?: object) => ({
  update: { name: `${DATABASE}/documents/c/${id}`, fields: new Map([['n', 1n]]) },
  ...(currentDocument && { currentDocument }),
});

async function openStream() {
  const call = client.open('Write');
  call.send(requests.encode({ database: DATABASE }));
  const { streamId, streamToken } = responses.decode(await call.take());
  expect(streamId).not.toBe('');
  return { call, streamToken };
}

const exists = async (id: string) =>
  (await client.call('GetDocument', { name: `${DATABASE}/documents/c/${id}` })).status === Code.OK;

test('commits and answers batches in order', async () => {
  const { call, streamToken } = await openStream();
  call.send(requests.encode({ writes: [update('a')], streamToken }));
  call.send(requests.encode({ writes: [update('b'), update('d')], streamToken }));
  expect(responses.decode(await call.take()).writeResults).toHaveLength(1);
  expect(responses.decode(await call.take()).writeResults).toHaveLength(2);
  call.stream.end();
  expect((await call.ended).status).toBe(Code.OK);
  expect(await exists('d')).toBe(true);
});

test('a failed batch ends the stream and writes nothing', async () => {
  const { call, streamToken } = await openStream();
  call.send(requests.encode({ writes: [update('e'), update('missing', { exists: true })], streamToken }));
  call.send(requests.encode({ writes: [update('f')], streamToken }));
  expect((await call.ended).status).toBe(Code.NOT_FOUND);
  expect([await exists('e'), await exists('f')]).toEqual([false, false]);
});

test.each([
  ['without a database', {}],
  ['with writes', { database: DATABASE, writes: [update('g')] }],
  ['of another stream', { database: DATABASE, streamId: '7' }],
])('a handshake %s is refused', async (_, request) => {
  const call = client.open('Write');
  call.send(requests.encode(request));
  expect((await call.ended).status).toBe(Code.INVALID_ARGUMENT);
});
