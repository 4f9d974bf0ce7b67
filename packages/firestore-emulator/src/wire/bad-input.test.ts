import { connect } from 'node:net';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Code } from '../status.ts';
import { startFirestoreServer, type FirestoreServer } from '../server.ts';
import { frameMessage } from './framing.ts';
import { messageCodec } from './protocol.ts';
import { NO_STATUS, TestClient } from './testing/test-client.ts';

const DATABASE = 'projects/demo-bad-input/databases/(default)';
const DOCUMENTS = `${DATABASE}/documents`;
const OWNER = { authorization: 'Bearer owner' };

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

/** The server still answers the next caller. */
afterEach(async () => {
  const next = new TestClient(server.port);
  const { status } = await next.call('BatchGetDocuments', readOf(`${DOCUMENTS}/c/d`));
  next.close();
  expect(status).toBe(Code.OK);
});

const readOf = (name: string) => ({ database: DATABASE, documents: [name] });
const getRequest = messageCodec('BatchGetDocumentsRequest').encode(readOf(`${DOCUMENTS}/c/d`));
describe('invalid messages', () => {
  const garbage = ['ff', '0aff', 'ffffffffffffffffffff', '0a0500', '12ffffffff0f', '07', '0b0b0b'];
  const methods = ['Commit', 'RunQuery', 'BatchGetDocuments', 'Listen', 'BatchWrite'];
  test.each(methods.flatMap((method) => garbage.map((bytes) => [method, bytes] as const)))(
    '%s refuses %s',
    async (method, bytes) => {
      const { status } = await client.sendRaw(method, frameMessage(Buffer.from(bytes, 'hex')));
      expect(status).toBe(Code.INVALID_ARGUMENT);
    },
  );

  test('answers 3,000 random messages', async () => {
    let seed = 7;
    const random = () => (seed = (seed * 48_271) % 2_147_483_647);
    const statuses = new Set<number>();
    for (let round = 0; round < 30; round++) {
      const answers = Array.from({ length: 100 }, () => {
        const bytes = Buffer.from(Array.from({ length: random() % 40 }, () => random() % 256));
        return client.sendRaw(
          ['Commit', 'RunQuery', 'RunAggregationQuery'][random() % 3] ?? '',
          frameMessage(bytes),
        );
      });
      for (const { status } of await Promise.all(answers)) statuses.add(status);
    }
    expect([...statuses].filter((status) => status !== Code.INVALID_ARGUMENT && status !== Code.OK)).toEqual(
      [],
    );
  });
});

describe('frames', () => {
  test('no message', async () => {
    expect(await client.sendRaw('BatchGetDocuments', Buffer.alloc(0))).toMatchObject({
      status: Code.INTERNAL,
    });
  });
  test('a truncated message', async () => {
    const cut = frameMessage(getRequest).subarray(0, 20);
    expect(await client.sendRaw('BatchGetDocuments', cut)).toMatchObject({ status: Code.INTERNAL });
  });
  test('two messages instead of one', async () => {
    const two = Buffer.concat([frameMessage(getRequest), frameMessage(getRequest)]);
    expect(await client.sendRaw('BatchGetDocuments', two)).toMatchObject({ status: Code.INTERNAL });
  });
  test('reserved bits', async () => {
    const frame = frameMessage(getRequest);
    frame[0] = 7;
    expect(await client.sendRaw('BatchGetDocuments', frame)).toMatchObject({ status: Code.INTERNAL });
  });
  test('a request that is too large', async () => {
    const large = frameMessage(Buffer.alloc(12_000_000));
    expect(await client.sendRaw('Commit', large)).toMatchObject({
      status: Code.INVALID_ARGUMENT,
      message: 'Request payload size exceeds the limit: 11534336 bytes.',
    });
  });

  test('a compressed message', async () => {
    const frame = frameMessage(getRequest);
    frame[0] = 1;
    expect(await client.sendRaw('BatchGetDocuments', frame)).toMatchObject({ status: Code.UNIMPLEMENTED });
  });
});

describe('unknown methods', () => {
  test.each(['Foo', 'ExecutePipeline', '/x.y.Z/Foo', '/', '/google.firestore.v1.Firestore/'])(
    '%s',
    async (method) => {
      expect(await client.sendRaw(method, frameMessage(getRequest))).toMatchObject({
        status: Code.UNIMPLEMENTED,
      });
    },
  );
});

describe('other protocols', () => {
  test.each([
    'garbage\r\n\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\nnonsense nonsense nonsense',
    '\u0000\u0001\u0002',
  ])('closes the connection after %j', async (text) => {
    const socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.resume();
    socket.end(text);
    expect(await once(socket, 'close')).toHaveLength(1);
  });
  test('HTTP/2 with another method or content type', async () => {
    const call = client.open('BatchGetDocuments', { ...OWNER, 'content-type': 'text/plain' });
    const [headers] = await once(call.stream, 'response');
    expect(headers[':status']).toBe(415);
  });
  test('a canceled call', async () => {
    const call = client.open('Commit');
    call.stream.write(frameMessage(getRequest).subarray(0, 8));
    call.cancel();
    expect((await call.ended).status).toBe(NO_STATUS);
  });
});
