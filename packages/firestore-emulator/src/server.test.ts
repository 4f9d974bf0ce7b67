import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Firestore, type DocumentReference } from '@google-cloud/firestore';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readConfig } from './config.ts';
import { startFirestoreServer } from './server.ts';
import { Code } from './status.ts';
import { TestClient } from './wire/testing/test-client.ts';

const PROJECT = 'demo-server';
const DENIES_EVERYTHING = readFileSync(join(import.meta.dirname, '../../../firestore.rules'), 'utf8');

// The Admin SDK otherwise looks for Google's metadata server first.
vi.stubEnv('METADATA_SERVER_DETECTION', 'none');

let folder: string;
let cleanUps: (() => unknown)[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'firestore-server-'));
  cleanUps = [];
});

afterEach(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  rmSync(folder, { recursive: true });
});

function runProgram(...args: string[]): {
  child: ChildProcess;
  exited: Promise<unknown[]>;
  output: () => string;
} {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args]);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  cleanUps.push(() => child.kill('SIGKILL'));
  return { child, exited: once(child, 'exit'), output: () => output };
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

describe('the program', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('exits on %s while clients listen', async (signal) => {
    const port = await findPort();
    const { child, exited } = runProgram('--port', String(port));
    await once(child.stdout ?? child, 'data');
    const client = new TestClient(port);
    const listening = client.open('Listen');
    listening.stream.write(Buffer.alloc(0));
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
    child.kill(signal);
    expect(await exited).toEqual([0, null]);
    client.close();
  });

  test.each([
    ['--port', 'x'],
    ['--nonsense'],
    ['--seed_from_export', 'somewhere'],
    ['--rules', '/no/such/file'],
  ])('rejects %s %s with a message instead of a stack trace', async (...args) => {
    const { exited, output } = runProgram('--port', '0', ...args);
    expect(await exited).toEqual([1, null]);
    expect(output()).not.toContain('    at ');
    expect(output()).not.toBe('');
  });

  test('refuses rules that allow something', async () => {
    const file = join(folder, 'firestore.rules');
    writeFileSync(file, DENIES_EVERYTHING.replace('false', 'true'));
    const { exited, output } = runProgram('--port', '0', '--rules', file);
    expect(await exited).toEqual([1, null]);
    expect(output()).toBe(
      `${file}: This Firestore server supports only rules that deny everything, as firestore.rules does.\n`,
    );
  });
});

test('does not lock the data directory when its port is taken', async () => {
  const first = await startFirestoreServer();
  cleanUps.push(() => first.close());
  await expect(startFirestoreServer({ port: first.port, dataDir: folder })).rejects.toThrow('EADDRINUSE');
  const second = await startFirestoreServer({ dataDir: folder });
  cleanUps.push(() => second.close());
  await expect(startFirestoreServer({ dataDir: folder })).rejects.toThrow(folder);
});

test('accepts the arguments of firebase-tools and the environment', () => {
  const args =
    '--host 127.0.0.1 --port 8081 --websocket_port 9150 --project_id demo-x --single_project_mode true --rules r';
  expect(
    readConfig(args.split(' '), { FIRESTORE_DATA_DIR: 'data', FIRESTORE_INDEXES_FILE: 'indexes.json' }),
  ).toEqual({
    host: '127.0.0.1',
    port: 8081,
    rulesFile: 'r',
    dataDir: 'data',
    indexesFile: 'indexes.json',
  });
});

test('requires composite indexes when given an indexes file', async () => {
  const file = join(folder, 'firestore.indexes.json');
  writeFileSync(file, JSON.stringify({ indexes: [] }));
  const server = await startFirestoreServer({ indexesFile: file });
  cleanUps.push(() => server.close());
  const client = new TestClient(server.port);
  cleanUps.push(() => client.close());
  const { status, message } = await client.call('RunQuery', {
    parent: `projects/${PROJECT}/databases/(default)/documents`,
    structuredQuery: {
      from: [{ collectionId: 'c' }],
      where: { fieldFilter: { field: { fieldPath: 'a' }, op: 5, value: 1n } },
      orderBy: [{ field: { fieldPath: 'b' }, direction: 1 }],
    },
  });
  expect(status).toBe(Code.FAILED_PRECONDITION);
  expect(message).toContain('"collectionGroup":"c"');
});

test('a listener continues after the server restarts', async () => {
  let server = await startFirestoreServer({ dataDir: folder });
  const { port } = server;
  cleanUps.push(() => server.close());
  const firestore = new Firestore({ projectId: PROJECT, host: `127.0.0.1:${port}`, ssl: false });
  cleanUps.push(() => firestore.terminate());
  const [kept, deleted] = [firestore.doc('rooms/kept'), firestore.doc('rooms/deleted')];
  const seen: string[] = [];
  const watch = (document: DocumentReference) =>
    document.onSnapshot((snapshot) => seen.push(`${snapshot.id} ${snapshot.get('n') ?? 'missing'}`));
  await Promise.all([kept.set({ n: 1 }), deleted.set({ n: 1 })]);
  cleanUps.push(watch(kept), watch(deleted));
  await expect.poll(() => seen.toSorted()).toEqual(['deleted 1', 'kept 1']);
  await server.close();
  server = await startFirestoreServer({ dataDir: folder, port });
  await Promise.all([kept.set({ n: 2 }), deleted.delete()]);
  await expect.poll(() => seen.slice(2).toSorted()).toEqual(['deleted missing', 'kept 2']);
});
