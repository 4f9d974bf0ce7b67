import { createHash } from 'node:crypto';
import type { UploadedFiles } from '@portal/contracts/uploads';
import { FieldValue, Timestamp, type DocumentSnapshot, type Transaction } from 'firebase-admin/firestore';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../platform/app-error.ts';
import { userReference } from '../../identity/access-store.ts';
import { findShortfall } from '../../spend/check-budget.ts';
import { NO_MICROS } from '../../spend/micros.ts';
import type { ItemRecord } from '../store/batch-record.ts';
import { batchReference, itemReference, markBatch, RETENTION_MS, type Batch } from '../store/batch-store.ts';
import type { Tool } from '../tool.ts';

/** When the sweep sends a second task for an item that nobody has claimed. */
export const QUEUED_FOR_MS = 5 * 60 * 1000;

export interface NewBatch<Settings> {
  owner: string;
  name: string;
  settings: Settings;
  /** One item each; see ItemRecord. */
  variants: readonly number[];
  /** One picture for each item, of tools that work on pictures. */
  uploads?: UploadedFiles;
  /** Of what the uploads are; without it, where they lie tells one request from another. */
  uploadsDigest?: string;
  /** What the client calls this request; the same name gives the same batch. */
  idempotencyKey: string | undefined;
}

const KnownRequestSchema = z.object({ batchId: z.string(), digest: z.string() });

/** Writes a batch with all its items at once, then queues them; what is lost in between the sweep queues. */
export async function createBatch<Settings extends object>(
  deps: Deps,
  tool: Tool<Settings>,
  request: NewBatch<Settings>,
): Promise<string> {
  const { firestore } = deps;
  const { settings, variants } = request;
  const { uploads = null, uploadsDigest = uploads } = request;
  const digest = hash(JSON.stringify([tool.name, settings, variants.length, uploadsDigest]));
  const known = firestore
    .collection('requests')
    .doc(
      request.idempotencyKey === undefined
        ? firestore.collection('requests').doc().id
        : hash(`${request.owner} ${request.idempotencyKey}`),
    );
  const id = firestore.collection('batches').doc().id;
  const createdAt = Date.now();
  const price = await tool.estimate(deps, settings);
  const estimate = price * variants.length;
  const shortfall = tool.isCharged
    ? await findShortfall(firestore, price, await tool.findMaxCost(deps, settings), variants.length)
    : undefined;

  const batchId = await firestore.runTransaction(async (transaction) => {
    const [earlier, owner] = await transaction.getAll(known, userReference(firestore, request.owner));
    if (earlier && isInForce(earlier)) return findEarlier(deps, transaction, earlier.data(), digest);
    // A request that was admitted just before a revoke adds no batch after it.
    if (!owner?.exists) throw AppError.accessDenied('The owner of the batch was revoked.');
    if (shortfall !== undefined) throw new AppError('conflict', shortfall);
    const taken = await tool.allowance?.take(deps, transaction, settings, variants.length);
    const expiresAt = Timestamp.fromMillis(createdAt + RETENTION_MS);
    const batch: Batch = {
      id,
      tool: tool.name,
      owner: request.owner,
      name: request.name,
      settings: Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)),
      uploads,
      total: variants.length,
      estimate,
      createdAt: Timestamp.fromMillis(createdAt),
      expiresAt,
      endedAt: null,
      cancelledAt: null,
      deletedAt: null,
      filesDeleted: false,
      storedBytes: 0,
      storedFiles: 0,
      allowanceDay: taken?.day ?? null,
      retried: { failed: null, uncertain: null },
      items: {},
    };
    const { id: _, ...record } = batch;
    taken?.write();
    transaction.create(batchReference(firestore, id), record);
    transaction.set(known, { batchId: id, digest, createdAt: FieldValue.serverTimestamp(), expiresAt });
    for (const [index, variant] of variants.entries()) {
      transaction.create(itemReference(firestore, id, index), makeItem(index, variant, createdAt, expiresAt));
    }
    markBatch(firestore, transaction, batch);
    return id;
  });
  if (batchId === id) await enqueueItems(deps, tool, settings, id, variants.keys());
  return batchId;
}

export const enqueueItems = (
  { queues }: Deps,
  tool: Tool,
  settings: object,
  batchId: string,
  indexes: Iterable<number>,
  round = '0',
) =>
  queues.enqueue(
    tool.queueOf(settings),
    [...indexes].map((index) => ({ id: `${batchId}-${index}-${round}`, data: { batchId, index } })),
  );

/** A key lives as long as its batch; the nightly cleanup may not have removed it yet. */
const isInForce = (key: DocumentSnapshot): boolean =>
  key.exists && z.instanceof(Timestamp).parse(key.get('expiresAt')).toMillis() > Date.now();

async function findEarlier(
  { firestore }: Deps,
  transaction: Transaction,
  data: unknown,
  digest: string,
): Promise<string> {
  const earlier = KnownRequestSchema.parse(data);
  if (earlier.digest !== digest) {
    throw new AppError('conflict', 'This Idempotency-Key was used for another request.');
  }
  const batch = await transaction.get(batchReference(firestore, earlier.batchId));
  // Not made anew: a client that only repeats its request must not pay for what the person has deleted.
  if (!batch.exists || batch.get('deletedAt') instanceof Timestamp) {
    throw new AppError('conflict', 'The batch of this Idempotency-Key was deleted. Send a new key.');
  }
  return earlier.batchId;
}

export const makeItem = (index: number, variant: number, now: number, expiresAt: Timestamp): ItemRecord => ({
  index,
  variant,
  state: 'queued',
  isOpen: true,
  attempts: 0,
  claimedAt: null,
  worker: null,
  notBefore: Timestamp.fromMillis(now),
  wakeAt: Timestamp.fromMillis(now + QUEUED_FOR_MS),
  reserved: NO_MICROS,
  spendMonth: null,
  spent: NO_MICROS,
  cost: NO_MICROS,
  image: null,
  texts: null,
  expiresAt,
});

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 40);
