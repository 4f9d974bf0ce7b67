import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { Code } from '../status.ts';
import type { DocumentMessage } from '../values/codec.ts';
import { messageCodec } from '../wire/protocol.ts';
import { TestClient } from '../wire/testing/test-client.ts';
import { database, fieldsOf, nameOf } from './testing/test-data.ts';

const ROUNDS = 20;
const WRITERS = 8;
/** The number of documents in each writer's batch. */
const PARTS = 3;
const main = join(import.meta.dirname, '../main.ts');

interface Server {
  readonly child: ChildProcess;
  readonly client: TestClient;
}

async function start(dataDir: string): Promise<Server> {
  const child = spawn(process.execPath, [main, '--port', '0', '--data-dir', dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  for await (const line of createInterface(child.stdout)) {
    const port = /127\.0\.0\.1:(\d+)/.exec(line)?.[1];
    if (port === undefined) continue;
    const client = new TestClient(Number(port));
    onTestFinished(() => client.close());
    return { child, client };
  }
  throw new Error('The server ended instead of starting.');
}

async function stop({ child }: Server, signal: NodeJS.Signals): Promise<void> {
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

/** Client libraries would retry. */
async function call({ client }: Server, method: string, request: object): Promise<readonly Uint8Array[]> {
  const { status, message, bodies } = await client.call(method, request);
  if (status !== Code.OK) throw new Error(message);
  return bodies;
}

const partPath = (writer: number, part: number) => `parts/${writer}-${part}`;
const logPath = (writer: number, number: number) => `logs/${writer}-${number}`;

/** A writer's n-th batch sets all its parts to n and creates one document for n. */
async function writeBatch(server: Server, writer: number, number: number): Promise<void> {
  const parts = Array.from({ length: PARTS }, (_, part) => partPath(writer, part));
  const writes = [...parts, logPath(writer, number)].map((path) => ({
    update: { name: nameOf(path), fields: fieldsOf({ number: BigInt(number) }) },
  }));
  await call(server, 'Commit', { database, writes });
}

/** Writes from all writers at once. Kills the server after it has acknowledged this many batches. */
async function writeUntilKilled(server: Server, acknowledged: number[], batches: number): Promise<void> {
  const ended = once(server.child, 'exit');
  let count = 0;
  const write = async (writer: number) => {
    while (server.child.exitCode === null && server.child.signalCode === null) {
      const number = (acknowledged[writer] ?? 0) + 1;
      await writeBatch(server, writer, number);
      acknowledged[writer] = number;
      count++;
      if (count === batches) server.child.kill('SIGKILL');
    }
  };
  const writers = await Promise.allSettled(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  await ended;
  expect(count).toBeGreaterThanOrEqual(batches);
  expect(writers.some(({ status }) => status === 'rejected')).toBe(true);
}

const responses = messageCodec<{ document?: DocumentMessage | null }>('RunQueryResponse');

/** The number in each document of a collection, by path. */
async function readNumbers(server: Server, collectionId: string): Promise<Map<string, number>> {
  const parent = `${database}/documents`;
  const found = await call(server, 'RunQuery', { parent, structuredQuery: { from: [{ collectionId }] } });
  const documents = found.flatMap((bytes) => responses.decode(bytes).document ?? []);
  return new Map(
    documents.map(({ name, fields }) => [name.slice(nameOf('').length), Number(fields.get('number'))]),
  );
}

/** Fails for a lost or partial batch. The last batch may exist without having been acknowledged. */
async function checkBatches(server: Server, acknowledged: number[]): Promise<void> {
  const parts = await readNumbers(server, 'parts');
  const logs = await readNumbers(server, 'logs');
  const expectedLogs = new Map<string, number>();
  for (const [writer, known] of acknowledged.entries()) {
    const last = parts.get(partPath(writer, 0)) ?? 0;
    expect([known, known + 1]).toContain(last);
    for (let part = 0; part < PARTS; part++) expect(parts.get(partPath(writer, part)) ?? 0).toBe(last);
    for (let number = 1; number <= last; number++) expectedLogs.set(logPath(writer, number), number);
    acknowledged[writer] = last;
  }
  expect(logs).toEqual(expectedLogs);
}

test('kill -9 under 8 writers, 20 times: no lost and no partial writes', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'crash-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const acknowledged = Array.from({ length: WRITERS }, () => 0);
  for (let round = 0; round < ROUNDS; round++) {
    const server = await start(dataDir);
    await checkBatches(server, acknowledged);
    await writeUntilKilled(server, acknowledged, 20 + 7 * round);
  }
  const server = await start(dataDir);
  await checkBatches(server, acknowledged);
  await stop(server, 'SIGTERM');
});
