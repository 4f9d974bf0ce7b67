import { afterEach, beforeEach, expect, test } from 'vitest';
import { startFirestoreServer, type FirestoreServer } from './server.ts';
import type { Value } from './firestore-values.ts';
import { Code } from './status.ts';
import type { ListenResponse } from './wire/messages.ts';
import { messageCodec } from './wire/protocol.ts';
import { TestClient, type TestCall } from './wire/testing/test-client.ts';

const DATABASE = 'projects/demo-listen/databases/(default)';
const DOCUMENTS = `${DATABASE}/documents`;

const requests = messageCodec<object>('ListenRequest');
const responses = messageCodec<ListenResponse>('ListenResponse');

let server: FirestoreServer;
let client: TestClient;

beforeEach(async () => {
  server = await startFirestoreServer();
  client = new TestClient(server.port);
});

afterEach(async () => {
  client.close();
  await server.close();
});

const nameOf = (id: string) => `${DOCUMENTS}/c/${id}`;
const documents = (...ids: string[]) => ({ documents: { documents: ids.map(nameOf) } });

async function write(id: string, n: bigint | null, text = ''): Promise<void> {
  const fields = new Map<string, Value>([
    ['n', n],
    ['text', text],
  ]);
  const writes = [n === null ? { delete: nameOf(id) } : { update: { name: nameOf(id), fields } }];
  const { status } = await client.call('Commit', { database: DATABASE, writes });
  expect(status).toBe(Code.OK);
}

function listen(target: object, call = client.open('Listen')): TestCall {
  call.send(requests.encode({ database: DATABASE, addTarget: { targetId: 1, ...target } }));
  return call;
}

/** Returns the messages up to the next read time, or the end of a target. */
async function takeState(call: TestCall): Promise<string[]> {
  const lines: string[] = [];
  for (;;) {
    const { targetChange, documentChange, documentDelete } = responses.decode(await call.take());
    if (documentChange && 'name' in documentChange.document) {
      const { name, fields } = documentChange.document;
      lines.push(`has ${name.split('/').at(-1)}=${Number(fields.get('n'))}`);
    }
    if (documentDelete) lines.push(`deleted ${documentDelete.document.split('/').at(-1)}`);
    if (!targetChange) continue;
    const { targetChangeType, targetIds = [], cause } = targetChange;
    if (targetChangeType === 0 && targetIds.length === 0) return lines;
    lines.push(`${targetIds.join()} ${['-', 'added', 'ended', 'current'][targetChangeType]}`);
    if (cause) return [...lines, `code ${cause.code}`];
  }
}

test('reports a document as missing, existing and deleted', async () => {
  const call = listen(documents('a'));
  expect(await takeState(call)).toEqual(['1 added', 'deleted a', '1 current']);
  await write('a', 1n);
  expect(await takeState(call)).toEqual(['has a=1']);
  await write('a', null);
  expect(await takeState(call)).toEqual(['deleted a']);
});

test('ignores other documents and writes without a change', async () => {
  await write('a', 1n);
  const call = listen(documents('a'));
  await takeState(call);
  await write('b', 1n);
  await write('a', 1n);
  await write('a', 2n);
  expect(await takeState(call)).toEqual(['has a=2']);
});

test('starts with the latest state whatever the client knew', async () => {
  await write('a', 1n);
  const call = listen({ ...documents('a'), resumeToken: Buffer.from('any') });
  expect(await takeState(call)).toEqual(['1 added', 'has a=1', '1 current']);
});

test.each([
  ['a query', { query: { parent: DOCUMENTS, structuredQuery: { from: [{ collectionId: 'c' }] } } }, 12],
  ['several documents', documents('a', 'b'), 12],
  ['no document', documents(), 3],
  ['a name that is none', { documents: { documents: ['c/a'] } }, 3],
])('refuses %s', async (_, target, code) => {
  expect(await takeState(listen(target))).toEqual(['1 added', '1 ended', `code ${code}`]);
});

test('refuses a second target in one stream', async () => {
  const call = listen(documents('a'));
  await takeState(call);
  listen({ ...documents('b'), targetId: 2 }, call);
  expect(await takeState(call)).toEqual(['2 added', '2 ended', `code ${Code.UNIMPLEMENTED}`]);
});

test('sends a slow reader only the latest state', async () => {
  const call = listen(documents('a'));
  await takeState(call);
  call.stream.pause();
  for (let n = 1n; n <= 300n; n++) await write('a', n, 'x'.repeat(100_000));
  call.stream.resume();
  const told: string[] = [];
  while (told.at(-1) !== 'has a=300') told.push(...(await takeState(call)));
  expect(told.length).toBeLessThan(200);
});
