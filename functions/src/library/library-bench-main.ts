/** `library-bench-main.ts PAGES`: reads a Library of that many pages of 20 batches of 100 images, as the API does, and prints what it costs. */
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { LIBRARY_PAGE_SIZE } from '@portal/contracts/library';
import { Firestore } from 'firebase-admin/firestore';
import { z } from 'zod';
import { expiresAt, ITEMS, makeItem, makeLargeBatch } from '../batches/bench/make-large-batch.ts';
import { makeQueuedItem } from '../batches/store/batch-record.ts';
import { batchReference } from '../batches/store/batch-store.ts';
import { NO_ITEMS } from '../batches/store/item-views.ts';
import { writeItemProgress } from '../batches/store/progress-store.ts';
import type { Deps } from '../deps.ts';
import { findTool } from '../tools.ts';
import { readLibraryChanges, readLibraryPage } from './list-library.ts';

const OWNER = 'artist';
const TOOL = 'image-generator';
const PROJECT = 'demo-portal';
const RUNS = 9;
const QUIET_MS = 6000;
const pages = Number(process.argv[2]);
const firestore = new Firestore({ projectId: PROJECT });
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- lists need nothing else
const deps = { firestore } as Deps;
const ids = Array.from({ length: pages * LIBRARY_PAGE_SIZE }, () => firestore.collection('batches').doc().id);
const [running = ''] = ids;

for (const [index, id] of ids.entries()) {
  const writer = firestore.batch();
  writer.set(batchReference(firestore, id), makeLargeBatch(id, index, OWNER));
  await writer.commit();
}

async function countReads(): Promise<number> {
  // oxlint-disable-next-line node/no-process-env -- set by the benchmark
  const url = `http://${process.env['FIRESTORE_EMULATOR_HOST']}/emulator/v1/projects/${PROJECT}:usage`;
  return z.object({ reads: z.number() }).parse(await (await fetch(url)).json()).reads;
}

async function measure(read: () => Promise<unknown>) {
  const before = await countReads();
  const answer = await read();
  const reads = (await countReads()) - before;
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const startedAt = performance.now();
    await read();
    times.push(performance.now() - startedAt);
  }
  const milliseconds = times.toSorted((one, other) => one - other)[Math.floor(RUNS / 2)];
  const json = JSON.stringify(answer ?? '');
  return { reads, milliseconds, bytes: json.length, compressedBytes: gzipSync(json).length };
}

const readPage = (after?: string) => readLibraryPage(deps, findTool, OWNER, { after });

async function readAll(): Promise<number> {
  let pictures = 0;
  for (let after: string | undefined; ;) {
    const { answer } = await readPage(after);
    pictures += answer.batches.reduce((sum, batch) => sum + batch.pictures.length, 0);
    if (answer.next === null || answer.batches.length === 0) return pictures;
    after = answer.next;
  }
}

async function writeDone(index: number): Promise<void> {
  const writer = firestore.batch();
  const { image = null } = makeItem(running, index);
  const item = { ...makeQueuedItem(index, index, 0, expiresAt), state: 'done' as const, image };
  writeItemProgress(firestore, writer, { owner: OWNER, tool: TOOL, id: running, expiresAt }, item);
  await writer.commit();
}

const page = await measure(() => readPage());
const pictures = await readAll();
await batchReference(firestore, running).update({ endedAt: null, items: NO_ITEMS });
for (let index = 0; index < ITEMS - 2; index += 1) await writeDone(index);
const withRunning = await measure(() => readPage());
// Changes of the seconds before a page are read again.
await sleep(QUIET_MS);
const { version } = await readPage();
const poll = (since: string) => readLibraryChanges(deps, findTool, OWNER, since, since);
await poll(version);
const unchanged = await measure(() => poll(version));
/** Of the first one an instance reads the whole batch, then only what is new. */
const changed: number[] = [];
let known = version;
for (const index of [ITEMS - 2, ITEMS - 1]) {
  await writeDone(index);
  const before = await countReads();
  const changes = await poll(known);
  changed.push((await countReads()) - before);
  if (changes?.answer.changed[0]?.pictures.length !== index + 1) throw new Error('An image is missing.');
  known = changes.version;
}
process.stdout.write(JSON.stringify({ pictures, page, withRunning, unchanged, changed }));
await firestore.terminate();
