import { afterEach, beforeEach, expect, test } from 'vitest';
import { startFirestoreServer, type FirestoreServer } from '../server.ts';
import type { Value } from '../values/firestore-values.ts';
import { Code } from '../status.ts';
import type { ListenResponse } from '../wire/messages.ts';
import { messageCodec } from '../wire/protocol.ts';
import { TestClient, type TestCall } from '../wire/testing/test-client.ts';

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

async function write(documents: Record<string, bigint | null>): Promise<void> {
  const writes = Object.entries(documents).map(([id, n]) =>
    n === null
      ? { delete: nameOf(id) }
      : { update: { name: nameOf(id), fields: new Map<string, Value>([['n', n]]) } },
  );
  const { status } = await client.call('Commit', { database: DATABASE, writes });
  expect(status).toBe(Code.OK);
}

const everything = {
  parent: DOCUMENTS,
  structuredQuery: { from: [{ collectionId: 'c', allDescendants: false }] },
};
const lowest = (limit: number) => ({
  parent: DOCUMENTS,
  structuredQuery: {
    ...everything.structuredQuery,
    orderBy: [{ field: { fieldPath: 'n' }, direction: 1 }],
    limit: { value: limit },
  },
});

function listen(call: TestCall, target: object): void {
  call.send(requests.encode({ database: DATABASE, addTarget: target }));
}

interface Told {
  readonly lines: readonly string[];
  readonly token: Uint8Array;
}

/** Returns the messages up to the next read time for all targets, or the end of a target. */
async function takeState(call: TestCall): Promise<Told> {
  const lines: string[] = [];
  for (;;) {
    const { targetChange, documentChange, documentDelete, documentRemove } = responses.decode(
      await call.take(),
    );
    if (documentChange && 'name' in documentChange.document) {
      const { name, fields } = documentChange.document;
      const n = Number(fields.get('n'));
      lines.push(`${documentChange.targetIds.join()} has ${name.split('/').at(-1)}=${n}`);
    }
    const gone = documentDelete ?? documentRemove;
    if (gone) {
      const verb = documentDelete ? 'deleted' : 'removed';
      lines.push(`${gone.removedTargetIds.join()} ${verb} ${gone.document.split('/').at(-1)}`);
    }
    if (!targetChange) continue;
    const { targetChangeType, targetIds = [], cause, resumeToken = new Uint8Array() } = targetChange;
    if (targetChangeType === 0 && targetIds.length === 0) return { lines, token: resumeToken };
    lines.push(`${targetIds.join()} ${['-', 'added', 'ended', 'current', 'reset'][targetChangeType]}`);
    if (targetChangeType === 2)
      return { lines: [...lines, ...(cause ? [`code ${cause.code}`] : [])], token: resumeToken };
  }
}

test('sends the results of a query, then its changes', async () => {
  await write({ a: 1n, b: 2n });
  const call = client.open('Listen');
  listen(call, { targetId: 2, query: everything });
  expect((await takeState(call)).lines).toEqual(['2 added', '2 has a=1', '2 has b=2', '2 current']);
  await write({ a: 5n, b: null, d: 4n });
  expect((await takeState(call)).lines).toEqual(['2 has a=5', '2 deleted b', '2 has d=4']);
});

test('removes a document that no longer matches', async () => {
  await write({ a: 1n });
  const call = client.open('Listen');
  const where = { fieldFilter: { field: { fieldPath: 'n' }, op: 1, value: 3n } };
  listen(call, {
    targetId: 2,
    query: { parent: DOCUMENTS, structuredQuery: { ...everything.structuredQuery, where } },
  });
  await takeState(call);
  await write({ a: 7n });
  expect((await takeState(call)).lines).toEqual(['2 removed a']);
});

test('fills a limit when a document leaves', async () => {
  await write({ a: 1n, b: 2n, d: 3n });
  const call = client.open('Listen');
  listen(call, { targetId: 2, query: lowest(2) });
  expect((await takeState(call)).lines).toEqual(['2 added', '2 has a=1', '2 has b=2', '2 current']);
  await write({ a: 9n });
  expect((await takeState(call)).lines).toEqual(['2 removed a', '2 has d=3']);
  await write({ b: null });
  expect((await takeState(call)).lines).toEqual(['2 deleted b', '2 has a=9']);
});

test('reports documents as missing, existing and deleted', async () => {
  const call = client.open('Listen');
  listen(call, { targetId: 4, documents: { documents: [nameOf('a')] } });
  expect((await takeState(call)).lines).toEqual(['4 added', '4 deleted a', '4 current']);
  await write({ a: 1n });
  expect((await takeState(call)).lines).toEqual(['4 has a=1']);
  await write({ a: null });
  expect((await takeState(call)).lines).toEqual(['4 deleted a']);
});

test('updates all targets before the read time of a commit', async () => {
  const call = client.open('Listen');
  listen(call, { targetId: 2, query: everything });
  await takeState(call);
  listen(call, { targetId: 4, documents: { documents: [nameOf('a')] } });
  await takeState(call);
  await write({ a: 1n });
  expect((await takeState(call)).lines).toEqual(['2 has a=1', '4 has a=1']);
});

test('ignores other documents and writes without a change', async () => {
  await write({ a: 1n });
  const call = client.open('Listen');
  listen(call, { targetId: 2, query: everything });
  await takeState(call);
  await client.call('Commit', {
    database: DATABASE,
    writes: [{ update: { name: `${DOCUMENTS}/other/x`, fields: new Map() } }],
  });
  await write({ a: 1n });
  await write({ b: 2n });
  expect((await takeState(call)).lines).toEqual(['2 has b=2']);
});

test('resumes from a token with the missed changes', async () => {
  await write({ a: 1n, b: 2n });
  const first = client.open('Listen');
  listen(first, { targetId: 2, query: lowest(2) });
  const { token } = await takeState(first);
  first.cancel();
  await write({ a: null, d: 0n });
  const second = client.open('Listen');
  listen(second, { targetId: 2, query: lowest(2), resumeToken: token });
  expect((await takeState(second)).lines).toEqual(['2 added', '2 deleted a', '2 has d=0', '2 current']);
  const third = client.open('Listen');
  listen(third, { targetId: 6, documents: { documents: [nameOf('a'), nameOf('b')] }, resumeToken: token });
  expect((await takeState(third)).lines).toEqual(['6 added', '6 deleted a', '6 current']);
});

test('starts over with an unknown token', async () => {
  await write({ a: 1n });
  const call = client.open('Listen');
  listen(call, { targetId: 2, query: everything, resumeToken: Buffer.from('nonsense!') });
  expect((await takeState(call)).lines).toEqual(['2 added', '2 reset', '2 has a=1', '2 current']);
});

test('closes a target after a one-time listen', async () => {
  await write({ a: 1n });
  const call = client.open('Listen');
  listen(call, { targetId: 2, query: everything, once: true });
  await takeState(call);
  expect((await takeState(call)).lines).toEqual(['2 ended']);
});

test('an invalid target does not end the others', async () => {
  const call = client.open('Listen');
  listen(call, { targetId: 2, query: { ...everything, parent: 'nowhere' } });
  expect((await takeState(call)).lines).toEqual(['2 added', '2 ended', `code ${Code.INVALID_ARGUMENT}`]);
  listen(call, { targetId: 4, query: everything });
  expect((await takeState(call)).lines).toEqual(['4 added', '4 current']);
});

test('a duplicate target id ends the stream', async () => {
  const call = client.open('Listen');
  listen(call, { targetId: 2, query: everything });
  listen(call, { targetId: 2, query: everything });
  expect((await call.ended).status).toBe(Code.INVALID_ARGUMENT);
});

test('sends a slow reader only the latest state', async () => {
  const call = client.open('Listen');
  const text = 'x'.repeat(100_000);
  listen(call, { targetId: 2, query: everything });
  await takeState(call);
  call.stream.pause();
  for (let n = 1n; n <= 300n; n++) {
    const fields = new Map<string, Value>([
      ['n', n],
      ['text', text],
    ]);
    await client.call('Commit', { database: DATABASE, writes: [{ update: { name: nameOf('a'), fields } }] });
  }
  call.stream.resume();
  const told: string[] = [];
  while (told.at(-1) !== '2 has a=300') told.push(...(await takeState(call)).lines);
  expect(told.length).toBeLessThan(200);
}, 20_000);
