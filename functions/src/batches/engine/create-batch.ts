import { createHash } from 'node:crypto';
import {
  FieldValue,
  Timestamp,
  type DocumentSnapshot,
  type Firestore,
  type Transaction,
} from 'firebase-admin/firestore';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { AppError } from '../../platform/app-error.ts';
import { userReference } from '../../identity/access-store.ts';
import { findShortfall } from '../../spend/check-budget.ts';
import type { BatchUploads } from '../store/batch-record.ts';
import { assertOwner, batchReference, parseBatch, type Batch } from '../store/batch-store.ts';
import { writeBatchChange } from '../store/progress-store.ts';
import type { Tool } from '../tool.ts';
import { enqueueFirstItems } from './enqueue-items.ts';
import { makeBatch, writeNewBatch } from './new-batch.ts';
import { findMaxItemCost, priceItem } from './price-item.ts';
import { TimestampSchema } from '../../platform/timestamp-schema.ts';

export interface NewBatch<Settings> {
  owner: string;
  name: string;
  settings: Settings;
  /** One item each; see ItemRecord. */
  variants: readonly number[];
  /** One picture per item, for tools that work on pictures. */
  uploads?: BatchUploads;
  /** Within 24 hours, for about half the price. */
  isHalfPrice?: boolean | undefined;
  /** Identifies the content of the uploads for idempotency. Default: their paths. */
  uploadsDigest?: string;
  /** The client's name for this request; the same key returns the same batch. */
  idempotencyKey: string | undefined;
  /** Retries items in these states of another batch. If one of them was retried before, that batch is returned. */
  retryOf?: { batchId: string; states: readonly (keyof Batch['retried'])[] };
}

const KnownRequestSchema = z.object({ batchId: z.string(), digest: z.string() });

/** Writes the batch and its items in one transaction, then enqueues the first. If that is interrupted, the sweep does. */
export async function createBatch<Settings extends object>(
  deps: Deps,
  tool: Tool<Settings>,
  request: NewBatch<Settings>,
): Promise<string> {
  const { firestore } = deps;
  const { settings, variants, uploads = null, uploadsDigest = uploads } = request;
  const { owner, name, isHalfPrice = false } = request;
  const halfPrice = isHalfPrice ? requireHalfPrice(tool, settings) : undefined;
  const digest = digestRequest(tool, { settings, count: variants.length, uploadsDigest, isHalfPrice });
  const known = requestReference(firestore, request);
  const id = firestore.collection('batches').doc().id;
  const createdAt = Date.now();
  const price = await priceItem(deps, tool, settings, isHalfPrice);
  const shortfall = tool.isCharged
    ? await findShortfall(
        firestore,
        request.owner,
        price,
        await findMaxItemCost(deps, tool, settings, isHalfPrice),
        variants.length,
      )
    : undefined;

  const plan = { id, tool, owner, name, settings, variants, uploads, halfPrice, price };
  const batch = makeBatch(plan, createdAt);

  const batchId = await firestore.runTransaction(async (transaction) => {
    const [earlier, person] = await transaction.getAll(known, userReference(firestore, request.owner));
    if (earlier && isInForce(earlier)) {
      return findEarlier(earlier, digest, (batchId) => transaction.get(batchReference(firestore, batchId)));
    }
    // A request that was admitted just before a revoke must not add a batch after it.
    if (!person?.exists) throw AppError.accessDenied('The owner of the batch was revoked.');
    const source = request.retryOf && (await readSource(deps, transaction, tool, request));
    if (source?.retriedIn !== undefined) return source.retriedIn;
    if (shortfall !== undefined) throw new AppError('conflict', shortfall);
    const taken = tool.allowance?.isNeeded(settings)
      ? await tool.allowance.take(deps, transaction, variants.length)
      : undefined;
    taken?.write();
    const { expiresAt } = batch;
    transaction.set(known, { batchId: id, digest, createdAt: FieldValue.serverTimestamp(), expiresAt });
    writeNewBatch(firestore, transaction, batch, variants, taken?.day ?? null);
    source?.markRetried(id);
    return id;
  });
  if (batchId === id) await enqueueFirstItems(deps, batch);
  return batchId;
}

function requireHalfPrice<Settings extends object>(tool: Tool<Settings>, settings: Settings) {
  const provider = tool.halfPrice?.findProvider(settings);
  if (provider) return provider;
  const message = 'This provider does not offer half price. Choose "Now".';
  throw new AppError('bad-request', message, { details: [{ path: 'isHalfPrice', message }] });
}

/**
 * Noted in the transaction that creates the retry: another one may overlap with it, or start after this one was interrupted.
 */
async function readSource(
  { firestore }: Deps,
  transaction: Transaction,
  tool: Tool,
  { owner, retryOf }: Pick<NewBatch<object>, 'owner' | 'retryOf'>,
) {
  if (!retryOf) return undefined;
  const { batchId, states } = retryOf;
  const reference = batchReference(firestore, batchId);
  const source = assertOwner(parseBatch(await transaction.get(reference)), tool.name, owner);
  return {
    retriedIn: states.map((state) => source.retried[state]).find((id) => id !== null) ?? undefined,
    markRetried: (newId: string) => {
      const now = Object.fromEntries(states.map((state) => [state, newId]));
      transaction.update(reference, { retried: { ...source.retried, ...now } });
      writeBatchChange(firestore, transaction, source);
    },
  };
}

/** Keys expire with their batch, and may be stored until the next nightly cleanup. */
const isInForce = (key: DocumentSnapshot): boolean =>
  key.exists && TimestampSchema.parse(key.get('expiresAt')).toMillis() > Date.now();

type RepeatableTool = Pick<Tool, 'name' | 'studioSettings'>;

interface RepeatableRequest {
  owner: string;
  settings: object;
  /** Items. */
  count: number;
  uploadsDigest: unknown;
  isHalfPrice?: boolean | undefined;
  idempotencyKey: string | undefined;
}

/** The batch that the same request has started before: its pictures may be gone by now. */
export async function findStartedBatch(
  { firestore }: Deps,
  tool: RepeatableTool,
  request: RepeatableRequest,
): Promise<string | undefined> {
  if (request.idempotencyKey === undefined) return undefined;
  const known = await requestReference(firestore, request).get();
  if (!isInForce(known)) return undefined;
  return findEarlier(known, digestRequest(tool, request), (batchId) =>
    batchReference(firestore, batchId).get(),
  );
}

const requestReference = (
  firestore: Firestore,
  { owner, idempotencyKey }: Pick<RepeatableRequest, 'owner' | 'idempotencyKey'>,
) => {
  const requests = firestore.collection('requests');
  return idempotencyKey === undefined ? requests.doc() : requests.doc(hash(`${owner} ${idempotencyKey}`));
};

const digestRequest = (
  { name, studioSettings = [] }: RepeatableTool,
  {
    settings,
    count,
    uploadsDigest,
    isHalfPrice = false,
  }: Pick<RepeatableRequest, 'settings' | 'count' | 'uploadsDigest' | 'isHalfPrice'>,
): string => {
  const sent = Object.fromEntries(
    Object.entries(settings).filter(([setting]) => !studioSettings.includes(setting)),
  );
  return hash(JSON.stringify([name, sent, count, uploadsDigest, ...(isHalfPrice ? ['half'] : [])]));
};

async function findEarlier(
  known: DocumentSnapshot,
  digest: string,
  read: (batchId: string) => Promise<DocumentSnapshot>,
): Promise<string> {
  const earlier = KnownRequestSchema.parse(known.data());
  if (earlier.digest !== digest) {
    throw new AppError('conflict', 'This Idempotency-Key was used for another request.');
  }
  const batch = await read(earlier.batchId);
  // Not created again: a client that repeats its request must not pay for a batch that the owner has deleted.
  if (!batch.exists || batch.get('deletedAt') instanceof Timestamp) {
    throw new AppError(
      'conflict',
      'This batch was started before, then deleted. Change a setting to start another.',
    );
  }
  return earlier.batchId;
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 40);
