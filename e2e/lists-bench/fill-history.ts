import { randomBytes } from 'node:crypto';
import { Timestamp } from '@google-cloud/firestore';
import { firestore } from '../support/firestore.ts';
import { makeRequest } from '../support/generator.ts';

export const BATCHES = 100;
const TOOL = 'image-generator';
const BATCHES_PER_COMMIT = 20;
const PLACEHOLDER_BYTES = 25;
const THREE_DAYS_MS = 3 * 24 * 60 * 60 * 1000;

const now = Date.now();
const expiresAt = Timestamp.fromMillis(now + THREE_DAYS_MS);
const idOf = (owner: string, index: number) => `${owner}batch${index}`;

/** Writes a hundred finished batches, as the engine leaves them. */
export async function fillHistory(owner: string, images: number): Promise<void> {
  for (let start = 0; start < BATCHES; start += BATCHES_PER_COMMIT) {
    const writer = firestore.batch();
    for (let index = start; index < start + BATCHES_PER_COMMIT; index += 1) {
      writer.set(firestore.doc(`batches/${idOf(owner, index)}`), makeBatch(owner, index, images));
    }
    await writer.commit();
  }
  await changeAll(owner);
}

/** As if every batch had changed. */
export async function changeAll(owner: string): Promise<void> {
  const writer = firestore.batch();
  for (let index = 0; index < BATCHES; index += 1) {
    const batchId = idOf(owner, index);
    writer.set(firestore.doc(`histories/${TOOL}~${owner}/progress/${batchId}`), {
      owner,
      tool: TOOL,
      batchId,
      changedAt: Timestamp.now(),
      expiresAt,
    });
  }
  await writer.commit();
}

const makeBatch = (owner: string, index: number, images: number) => ({
  tool: TOOL,
  owner,
  name: `Batch ${index}`,
  settings: makeRequest('stability', { quantity: images }),
  uploads: null,
  total: images,
  estimate: 3.5,
  createdAt: Timestamp.fromMillis(now - 60_000 - index * 1000),
  expiresAt,
  endedAt: Timestamp.fromMillis(now - 60_000),
  cancelledAt: null,
  deletedAt: null,
  filesDeleted: false,
  storedBytes: 20_000_000,
  storedFiles: images,
  allowanceDay: null,
  retried: { failed: null, uncertain: null },
  items: JSON.stringify(
    Object.fromEntries(
      Array.from({ length: images }, (_, item) => [item, makeItem(idOf(owner, index), item)]),
    ),
  ),
});

const makeItem = (batchId: string, index: number) => ({
  state: 'done',
  variant: index,
  claimedAt: now - 70_000,
  attempts: 1,
  cost: 35_000,
  image: {
    publicId: `portal/${TOOL}/${batchId}/${String(index + 1).padStart(3, '0')}`,
    version: 1_700_000_000 + index,
    format: 'jpg',
    width: 1024,
    height: 1024,
    bytes: 200_000 + index,
    archiveName: `A_batch_${index}`,
    placeholder: randomBytes(PLACEHOLDER_BYTES).toString('base64'),
  },
});
