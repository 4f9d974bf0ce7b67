/**
 * `lists-bench-main.ts USERS`: reads full histories of many users, as one instance of the API does, and prints its memory.
 */
import { randomBytes } from 'node:crypto';
import { Firestore, Timestamp } from 'firebase-admin/firestore';
import type { Deps } from '../../deps.ts';
import type { BatchRecord, ItemView } from '../store/batch-record.ts';
import { batchReference, RETENTION_MS } from '../store/batch-store.ts';
import { toMicros } from '../../spend/micros.ts';
import { writeItemViews } from '../store/item-views.ts';
import { writeBatchChange } from '../store/progress-store.ts';
import { measureHistory, readWhole, type History } from './history.ts';
import { listBatches, MAX_CACHED_BYTES } from './list-batches.ts';

const BATCHES = 100;
const ITEMS = 100;
/** To measure one: buffers of the client hardly count. */
const HISTORIES = 10;
const PLACEHOLDER_BYTES = 25;
const TOOL = 'image-generator';
const users = Number(process.argv[2]);

const firestore = new Firestore({ projectId: 'demo-portal' });
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- lists need nothing else
const deps = { firestore } as Deps;
const now = Timestamp.now();
const expiresAt = Timestamp.fromMillis(Date.now() + RETENTION_MS);
const ids = Array.from({ length: BATCHES }, () => firestore.collection('batches').doc().id);

const makeItem = (id: string, index: number): ItemView => ({
  state: 'done',
  variant: index,
  claimedAt: now,
  attempts: 1,
  cost: toMicros(0.035),
  image: {
    publicId: `portal/${TOOL}/${id}/${String(index + 1).padStart(3, '0')}`,
    version: 1_700_000_000 + index,
    format: 'jpg',
    width: 1024,
    height: 1024,
    bytes: 200_000 + index,
    archiveName: `A_batch_${index}`,
    placeholder: randomBytes(PLACEHOLDER_BYTES).toString('base64'),
  },
});

const makeBatch = (id: string, index: number): BatchRecord => ({
  tool: TOOL,
  owner: '',
  name: `Batch ${index}`,
  settings: {
    provider: 'stability',
    model: 'sd3.5-medium',
    prompt: 'a measured lighthouse',
    quantity: ITEMS,
  },
  uploads: null,
  total: ITEMS,
  window: 5,
  estimate: 3.5,
  createdAt: Timestamp.fromMillis(now.toMillis() - index * 1000),
  expiresAt,
  endedAt: now,
  cancelledAt: null,
  deletedAt: null,
  filesDeleted: false,
  storedBytes: 20_000_000,
  storedFiles: ITEMS,
  allowanceDay: null,
  retried: { failed: null, uncertain: null },
  items: writeItemViews(
    Object.fromEntries(Array.from({ length: ITEMS }, (_, item) => [item, makeItem(id, item)])),
  ),
});

for (let start = 0; start < BATCHES; start += 20) {
  const writer = firestore.batch();
  for (const [index, id] of ids.slice(start, start + 20).entries()) {
    writer.set(batchReference(firestore, id), makeBatch(id, start + index));
  }
  await writer.commit();
}

const BYTES_PER_MEGABYTE = 1e6;

/** The users share the documents, one after the other: the database of the benchmark stays small. */
async function giveTo(owner: string): Promise<void> {
  const writer = firestore.batch();
  for (const id of ids) writer.update(batchReference(firestore, id), { owner });
  writeBatchChange(firestore, writer, { owner, tool: TOOL, id: ids[0] ?? '', expiresAt });
  await writer.commit();
}

function readHeap(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

await giveTo('first');
const first = { firestore, tool: TOOL, owner: 'first' } as const;
await readWhole(first);
const before = readHeap();
const histories: History[] = [];
for (let count = 0; count < HISTORIES; count += 1) histories.push(await readWhole(first));
const historyBytes = (readHeap() - before) / HISTORIES;
const estimatedBytes = histories.reduce((sum, each) => sum + measureHistory(each), 0) / HISTORIES;
histories.length = 0;

const beforeUsers = readHeap();
let peakBytes = 0;
for (let user = 0; user < users; user += 1) {
  const owner = `user-${user}`;
  await giveTo(owner);
  const list = await listBatches(deps, TOOL, owner, undefined);
  if (list?.batches.length !== BATCHES) throw new Error(`${owner} has another history.`);
  peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
}
const cachedBytes = readHeap() - beforeUsers;
process.stdout.write(
  JSON.stringify({
    peakMegabytes: peakBytes / BYTES_PER_MEGABYTE,
    historyMegabytes: historyBytes / BYTES_PER_MEGABYTE,
    estimatedMegabytes: estimatedBytes / BYTES_PER_MEGABYTE,
    cachedMegabytes: cachedBytes / BYTES_PER_MEGABYTE,
    maxCachedMegabytes: MAX_CACHED_BYTES / BYTES_PER_MEGABYTE,
  }),
);
await firestore.terminate();
