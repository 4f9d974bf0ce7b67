import { connect } from 'node:net';
import { deflateSync, gzipSync } from 'node:zlib';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Code } from '../status.ts';
import { startFirestoreServer, type FirestoreServer } from '../server.ts';
import type { Value } from '../values/firestore-values.ts';
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
const commitOf = (name: string, fields: [string, Value][]) => ({
  database: DATABASE,
  writes: [{ update: { name, fields: new Map(fields) } }],
});

/** One length-delimited field of a message. */
function delimited(field: number, content: Buffer): Buffer {
  const length: number[] = [];
  let rest = content.length;
  for (; rest > 127; rest >>>= 7) length.push((rest & 127) | 128);
  return Buffer.concat([Buffer.from([(field << 3) | 2, ...length, rest]), content]);
}

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
  }, 30_000);
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

  const compressed = (bytes: Buffer) => {
    const frame = frameMessage(bytes);
    frame[0] = 1;
    return frame;
  };
  test.each([
    ['gzip', gzipSync(getRequest), Code.OK],
    ['deflate', deflateSync(getRequest), Code.OK],
    ['gzip', Buffer.from(getRequest), Code.INVALID_ARGUMENT],
    ['gzip', gzipSync(Buffer.alloc(50_000_000)), Code.INVALID_ARGUMENT],
    ['identity', gzipSync(getRequest), Code.INTERNAL],
    ['snappy', gzipSync(getRequest), Code.UNIMPLEMENTED],
  ])('compressed by %s', async (encoding, bytes, expected) => {
    const headers = { ...OWNER, 'grpc-encoding': encoding };
    expect(await client.sendRaw('BatchGetDocuments', compressed(bytes), headers)).toMatchObject({
      status: expected,
    });
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

describe('documents', () => {
  const commit = async (request: object) => (await client.call('Commit', request)).status;

  test('one byte over 1 MiB', async () => {
    expect(await commit(commitOf(`${DOCUMENTS}/c/large`, [['text', 'x'.repeat(1_048_577)]]))).toBe(
      Code.INVALID_ARGUMENT,
    );
  });
  test('many fields that add up to more than 1 MiB', async () => {
    const fields = Array.from({ length: 1100 }, (_, index): [string, Value] => [
      `f${index}`,
      'x'.repeat(1000),
    ]);
    expect(await commit(commitOf(`${DOCUMENTS}/c/large`, fields))).toBe(Code.INVALID_ARGUMENT);
  });
  test('maps nested 21 deep', async () => {
    let value: Value = 1n;
    for (let level = 0; level < 21; level++) value = new Map([['m', value]]);
    expect(await commit(commitOf(`${DOCUMENTS}/c/deep`, [['m', value]]))).toBe(Code.INVALID_ARGUMENT);
  });
  test.each([100, 1000, 10_000])('arrays nested %d deep', async (depth) => {
    // Value { array_value: ArrayValue { values: … } }
    let value: Buffer = Buffer.from('0801', 'hex');
    for (let level = 0; level < depth; level++) value = delimited(9, delimited(1, value));
    const entry = Buffer.concat([delimited(1, Buffer.from('a')), delimited(2, value)]);
    const document = Buffer.concat([delimited(1, Buffer.from(`${DOCUMENTS}/c/deep`)), delimited(2, entry)]);
    const commit = Buffer.concat([delimited(1, Buffer.from(DATABASE)), delimited(2, delimited(1, document))]);
    const { status } = await client.sendRaw('Commit', frameMessage(commit));
    expect(status).toBe(Code.INVALID_ARGUMENT);
  });
  test('an array in an array', async () => {
    expect(await commit(commitOf(`${DOCUMENTS}/c/nested`, [['a', [[1n]]]]))).toBe(Code.INVALID_ARGUMENT);
  });
  test.each([100, 1000, 10_000])('filters nested %d deep', async (depth) => {
    // Filter { composite_filter: CompositeFilter { op: AND, filters: … } }
    let filter: Buffer = Buffer.alloc(0);
    for (let level = 0; level < depth; level++) {
      filter = delimited(1, Buffer.concat([Buffer.from('0801', 'hex'), delimited(2, filter)]));
    }
    const query = Buffer.concat([delimited(2, delimited(2, Buffer.from('c'))), delimited(3, filter)]);
    const request = Buffer.concat([delimited(1, Buffer.from(DOCUMENTS)), delimited(2, query)]);
    const { status } = await client.sendRaw('RunQuery', frameMessage(request));
    expect(status).toBe(Code.INVALID_ARGUMENT);
  });
});

describe('names', () => {
  test.each([
    '',
    '/',
    'c/d',
    'projects',
    'projects//databases//documents/c/d',
    DATABASE,
    DOCUMENTS,
    `${DOCUMENTS}/c`,
    `${DOCUMENTS}/c/`,
    `${DOCUMENTS}//d`,
    `${DOCUMENTS}/c/d/`,
    `${DOCUMENTS}/c/.`,
    `${DOCUMENTS}/c/..`,
    `${DOCUMENTS}/c/__reserved__`,
    `${DOCUMENTS}/__reserved__/d`,
    `${DOCUMENTS}/c/${'x'.repeat(1501)}`,
    `${DOCUMENTS}${'/c/d'.repeat(101)}`,
    `${DOCUMENTS}/${Array.from({ length: 8 }, () => 'x'.repeat(1000)).join('/')}`,
  ])('%s', async (name) => {
    expect((await client.call('BatchGetDocuments', readOf(name))).status).toBe(Code.INVALID_ARGUMENT);
    expect((await client.call('Commit', commitOf(name, []))).status).toBe(Code.INVALID_ARGUMENT);
  });
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
