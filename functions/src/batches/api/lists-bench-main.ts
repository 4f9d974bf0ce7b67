/** `lists-bench-main.ts USERS`: reads full histories of many users, as one instance of the API does, and prints its memory. */
import { randomBytes } from 'node:crypto';
import { Firestore, Timestamp } from 'firebase-admin/firestore';
import type { Deps } from '../deps.ts';
import { toMicros } from '../../spend/micros.ts';
import type { BatchRecord, ItemView } from '../store/batch-record.ts';
import { batchReference, RETENTION_MS } from '../store/batch-store.ts';
import { writeItemViews } from '../store/item-views.ts';
import { writeBatchChange } from '../store/progress-store.ts';
import { listBatches } from './list-batches.ts';

const BATCHES = 100;
const IMAGES = 100;
const TOOL = 'image-generator';
const users = Number(process.argv[2]);

const now = Timestamp.now();
const expiresAt = Timestamp.fromMillis(now.toMillis() + RETENTION_MS);
const makeItem = (id: string, index: number): ItemView => ({
  state: 'done',
  variant: index,
  claimedAt: now,
  attempts: 1,
  cost: toMicros(0.035),
  image: {
    publicId: `portal/image-generator/${id}/${String(index + 1).padStart(3, '0')}`,
    version: 1_700_000_000 + index,
    format: 'jpg',
    width: 1024,
    height: 1024,
    bytes: 200_000 + index,
    archiveName: `A_batch_${index}`,
    placeholder: randomBytes(25).toString('base64'),
  },
});

/** An ended batch of 100 images. A higher `index` is an older batch. */
const makeLargeBatch = (id: string, index: number, owner: string): BatchRecord => ({
  tool: 'image-generator',
  owner,
  name: `Batch ${index}`,
  settings: {
    provider: 'stability',
    model: 'sd3.5-medium',
    prompt: 'a measured lighthouse',
    quantity: IMAGES,
  },
  uploads: null,
  total: IMAGES,
  window: 5,
  estimate: 3.5,
  createdAt: Timestamp.fromMillis(now.toMillis() - index * 1000),
  expiresAt,
  endedAt: now,
  cancelledAt: null,
  deletedAt: null,
  filesDeleted: false,
  storedBytes: 20_000_000,
  storedFiles: IMAGES,
  allowanceDay: null,
  retried: { failed: null, uncertain: null },
  items: writeItemViews(
    Object.fromEntries(Array.from({ length: IMAGES }, (_, item) => [item, makeItem(id, item)])),
  ),
});

const firestore = new Firestore({ projectId: 'demo-portal' });
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- lists need nothing else
const deps = { firestore } as Deps;
const ids = Array.from({ length: BATCHES }, () => firestore.collection('batches').doc().id);

for (let start = 0; start < BATCHES; start += 20) {
  const writer = firestore.batch();
  for (const [index, id] of ids.slice(start, start + 20).entries()) {
    writer.set(batchReference(firestore, id), makeLargeBatch(id, start + index, ''));
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

let peakBytes = 0;
for (let user = 0; user < users; user += 1) {
  const owner = `user-${user}`;
  await giveTo(owner);
  const list = await listBatches(deps, TOOL, owner, undefined);
  if (list?.batches.length !== BATCHES) throw new Error(`${owner} has another history.`);
  peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
}
process.stdout.write(JSON.stringify({ peakMegabytes: peakBytes / BYTES_PER_MEGABYTE }));
await firestore.terminate();
