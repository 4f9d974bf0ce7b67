import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Firestore } from '@google-cloud/firestore';
import { expect, onTestFinished, test } from 'vitest';

const ROUNDS = 20;
const WRITERS = 8;
/** Documents that each writer always sets together. */
const PARTS = 3;
const main = join(import.meta.dirname, '../main.ts');

interface Server {
  readonly child: ChildProcess;
  readonly client: Firestore;
}

async function start(dataDir: string): Promise<Server> {
  const child = spawn(process.execPath, [main, '--port', '0', '--data-dir', dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  for await (const line of createInterface(child.stdout)) {
    const address = /127\.0\.0\.1:\d+/.exec(line)?.[0];
    if (address)
      return { child, client: new Firestore({ projectId: 'demo-crash', host: address, ssl: false }) };
  }
  throw new Error('The server ended instead of starting.');
}

const partName = (writer: number, part: number) => `parts/${writer}-${part}`;
const logName = (writer: number, number: number) => `logs/${writer}-${number}`;

/** The n-th batch of a writer: all its parts say n, and a document of its own is left for each n. */
async function writeBatch(client: Firestore, writer: number, number: number): Promise<void> {
  const batch = client.batch();
  for (let part = 0; part < PARTS; part++) batch.set(client.doc(partName(writer, part)), { number });
  await batch.create(client.doc(logName(writer, number)), {}).commit();
}

/** Numbers of the writers' last acknowledged batches, by writer. */
type Acknowledged = number[];

/** Writes from all writers at once until the server is killed, which is once it has acknowledged `enough` batches. */
async function writeUntilKilled(
  { child, client }: Server,
  acknowledged: Acknowledged,
  enough: number,
): Promise<void> {
  const ended = once(child, 'exit');
  let count = 0;
  let killed = false;
  const write = async (writer: number) => {
    while (!killed) {
      const number = (acknowledged[writer] ?? 0) + 1;
      await writeBatch(client, writer, number);
      // What comes after the signal was sent was acknowledged before it took effect.
      acknowledged[writer] = number;
      count++;
      if (count === enough) killed = child.kill('SIGKILL');
    }
  };
  // Once the server is gone, a write ends only when the client gives up: the test does not wait for that.
  const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer).catch(() => {}));
  await ended;
  killed = true;
  await client.terminate();
  await Promise.all(writers);
}

/** Fails for a lost or half batch; sets `acknowledged` to what is there, as a batch may be written but not acknowledged. */
async function check({ client }: Server, acknowledged: Acknowledged): Promise<void> {
  const [parts, logs] = await Promise.all([
    client.collection('parts').get(),
    client.collection('logs').get(),
  ]);
  const numbers = new Map(parts.docs.map((document) => [document.ref.path, document.get('number')]));
  const logged = new Set(logs.docs.map((document) => document.ref.path));
  let expectedLogs = 0;
  for (let writer = 0; writer < WRITERS; writer++) {
    const number: unknown = numbers.get(partName(writer, 0)) ?? 0;
    for (let part = 0; part < PARTS; part++) expect(numbers.get(partName(writer, part)) ?? 0).toBe(number);
    const last = Number(number);
    expect(last).toBeGreaterThanOrEqual(acknowledged[writer] ?? 0);
    expect(last).toBeLessThanOrEqual((acknowledged[writer] ?? 0) + 1);
    for (let earlier = 1; earlier <= last; earlier++) expect(logged).toContain(logName(writer, earlier));
    expectedLogs += last;
    acknowledged[writer] = last;
  }
  expect(logged.size).toBe(expectedLogs);
}

test('no acknowledged write is lost and none is half there after kill -9 under 8 writers, 20 times', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'crash-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const acknowledged: Acknowledged = Array.from({ length: WRITERS }, () => 0);
  for (let round = 0; round < ROUNDS; round++) {
    const server = await start(dataDir);
    await check(server, acknowledged);
    await writeUntilKilled(server, acknowledged, 10 + 7 * round);
  }
  const server = await start(dataDir);
  await check(server, acknowledged);
  expect(acknowledged.reduce((sum, number) => sum + number)).toBeGreaterThan(ROUNDS * 10);
  await server.client.terminate();
  server.child.kill('SIGTERM');
  await once(server.child, 'exit');
}, 180_000);
