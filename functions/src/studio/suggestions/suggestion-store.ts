/** promptSuggestions/{hash}: a request for prompts, what it has reserved while the model writes, and then its result. */
import { createHash } from 'node:crypto';
import {
  SuggestionsSchema,
  type SuggestionRequest,
  type Suggestions,
} from '@portal/contracts/prompt-suggestions';
import { Timestamp, type Firestore, type Transaction } from 'firebase-admin/firestore';
import { z } from 'zod';
import { RETENTION_MS } from '../../batches/store/batch-store.ts';
import { AppError } from '../../platform/app-error.ts';
import { isContended } from '../../platform/firestore-errors.ts';
import { TimestampSchema } from '../../platform/timestamp-schema.ts';
import { checkBudget, readBudget } from '../../spend/check-budget.ts';
import { MicrosSchema, negateMicros, NO_MICROS, type Micros } from '../../spend/micros.ts';
import { addSpend, monthOf } from '../../spend/spend-store.ts';

const RecordSchema = z.object({
  owner: z.string(),
  digest: z.string(),
  worker: z.string(),
  reserved: MicrosSchema,
  spendMonth: z.string(),
  /** When its worker must be lost; null once it has ended. */
  until: TimestampSchema.nullable(),
  result: SuggestionsSchema.nullable(),
  /** Why there is no result, though it may have been charged. */
  failure: z.string().nullable(),
  createdAt: TimestampSchema,
  expiresAt: TimestampSchema,
});
type SuggestionRecord = z.infer<typeof RecordSchema>;

/** Longer than the function may take. */
const LEASE_MS = 90_000;
const MAX_SWEPT = 100;
const MAX_EARLIER = 20;
const BUSY = 'The budget is busy. Try again.';
const RESERVED = 'What is left of the budget is reserved for work in progress. Try again when it has ended.';
const LOST = 'Connection lost while the prompts were written. You may have been charged. Ask again.';

const collectionOf = (firestore: Firestore) => firestore.collection('promptSuggestions');

export interface NewSuggestions {
  owner: string;
  /** The client's name for this request; the same key returns the same result. */
  idempotencyKey: string | undefined;
  request: SuggestionRequest;
  worker: string;
  maxCost: Micros;
}

/** A request whose calls are to be made, with their maximum cost reserved. */
export interface StartedSuggestions {
  id: string;
  worker: string;
}

/** Reserves what the calls may cost, or returns the earlier result of the same key. Throws if neither is possible. */
export async function startSuggestions(
  firestore: Firestore,
  { owner, idempotencyKey, request, worker, maxCost }: NewSuggestions,
): Promise<StartedSuggestions | Suggestions> {
  const digest = hash(JSON.stringify(request));
  const id =
    idempotencyKey === undefined ? collectionOf(firestore).doc().id : hash(`${owner} ${idempotencyKey}`);
  const month = monthOf(new Date());
  const budget = await readBudget(firestore, month, owner, maxCost);
  const started = firestore.runTransaction(async (transaction) => {
    const earlier = await read(firestore, transaction, id);
    // The response to a successful commit was lost, and the SDK runs the transaction again.
    if (earlier?.worker === worker) return { id, worker };
    if (earlier && earlier.expiresAt.toMillis() > Date.now()) return readEarlier(earlier, digest);
    const verdict = budget && (await checkBudget(firestore, transaction, budget, maxCost));
    if (verdict?.kind === 'used-up') throw new AppError('conflict', verdict.reason);
    if (verdict?.kind === 'wait') throw new AppError('conflict', RESERVED);
    addSpend(firestore, transaction, month, spenderOf({ owner }), { spent: NO_MICROS, reserved: maxCost });
    const now = Date.now();
    const record: SuggestionRecord = {
      owner,
      digest,
      worker,
      reserved: maxCost,
      spendMonth: month,
      until: Timestamp.fromMillis(now + LEASE_MS),
      result: null,
      failure: null,
      createdAt: Timestamp.fromMillis(now),
      expiresAt: Timestamp.fromMillis(now + RETENTION_MS),
    };
    transaction.set(collectionOf(firestore).doc(id), record);
    return { id, worker };
  });
  return started.catch((error: unknown) => {
    if (isContended(error)) throw new AppError('unavailable', BUSY, { cause: error });
    throw error;
  });
}

function readEarlier({ digest, result, failure }: SuggestionRecord, wanted: string): Suggestions {
  if (digest !== wanted) throw new AppError('conflict', 'This Idempotency-Key was used for another request.');
  if (result) return result;
  if (failure !== null) throw new AppError('conflict', failure);
  throw new AppError('rate-limited', 'The prompts are still being written.', { retryAfterSeconds: 5 });
}

export type SuggestionOutcome =
  | { kind: 'done'; result: Suggestions }
  /** `reason`: for the person. */
  | { kind: 'failed'; reason: string };

/**
 * Records the cost and the outcome, once. A failure without a cost is forgotten, so that the same request can be sent again.
 * `estimated`: what the person was told.
 */
export const settleSuggestions = (
  firestore: Firestore,
  { id, worker }: StartedSuggestions,
  outcome: SuggestionOutcome,
  cost: Micros,
  estimated = cost,
): Promise<void> =>
  firestore.runTransaction(async (transaction) => {
    const record = await read(firestore, transaction, id);
    if (!record?.until || record.worker !== worker) return;
    const reference = collectionOf(firestore).doc(id);
    addSpend(firestore, transaction, record.spendMonth, spenderOf(record), {
      spent: cost,
      reserved: negateMicros(record.reserved),
      estimated: outcome.kind === 'done' ? estimated : cost,
    });
    if (outcome.kind === 'failed' && cost === NO_MICROS) transaction.delete(reference);
    else {
      transaction.update(reference, {
        until: null,
        ...(outcome.kind === 'done' ? { result: outcome.result } : { failure: outcome.reason }),
      });
    }
  });

/** Counts requests whose worker was lost as charged: nothing can fetch their answers. */
export async function sweepSuggestions(firestore: Firestore, now = Timestamp.now()): Promise<number> {
  const lost = await collectionOf(firestore).where('until', '<=', now).limit(MAX_SWEPT).get();
  for (const snapshot of lost.docs) {
    const { worker, reserved } = RecordSchema.parse(snapshot.data());
    await settleSuggestions(
      firestore,
      { id: snapshot.id, worker },
      { kind: 'failed', reason: LOST },
      reserved,
    );
  }
  return lost.size;
}

/** Prompts that were suggested to a person before, the latest first. */
export async function readEarlierSuggestions(firestore: Firestore, owner: string): Promise<string[]> {
  const earlier = await collectionOf(firestore)
    .where('owner', '==', owner)
    .orderBy('createdAt', 'desc')
    .select('result')
    .limit(MAX_EARLIER)
    .get();
  return earlier.docs.flatMap((snapshot) => {
    const { result } = RecordSchema.pick({ result: true }).parse(snapshot.data());
    return result?.suggestions.map(({ prompt }) => prompt) ?? [];
  });
}

async function read(firestore: Firestore, transaction: Transaction, id: string) {
  const snapshot = await transaction.get(collectionOf(firestore).doc(id));
  return snapshot.exists ? RecordSchema.parse(snapshot.data()) : undefined;
}

/** Prompts are for the Image Generator. */
const spenderOf = ({ owner }: Pick<SuggestionRecord, 'owner'>) =>
  ({ tool: 'image-generator', owner }) as const;

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 40);
