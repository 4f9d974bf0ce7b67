/** providerKeys/{provider}: keys that rest (rate limited) or are out (rejected), by fingerprint. */
import { createHash } from 'node:crypto';
import type { Provider } from '@portal/contracts/generation-request';
import type { KeyProblem } from '@portal/contracts/providers';
import { FieldValue, Timestamp, type Firestore } from 'firebase-admin/firestore';
import { z } from 'zod';
import { readCacheMs } from '../platform/config/config.ts';
import { makeCachedReads } from '../platform/cached-reads.ts';
import type { ProviderAnswer } from './provider-answer.ts';
import { TimestampSchema } from '../platform/timestamp-schema.ts';

const TimeSchema = TimestampSchema.optional();

/** Of a key that is not rejected. */
const ProblemSchema = z.enum(['exhausted', 'unverified']).optional();

const KeyStatesSchema = z.object({
  keys: z
    .record(z.string(), z.object({ restUntil: TimeSchema, outSince: TimeSchema, problem: ProblemSchema }))
    .default({}),
  /** Time of the last check by an admin. */
  checkedAt: TimeSchema,
});
export type KeyStates = z.infer<typeof KeyStatesSchema>;

export type KeyChange =
  | { outSince: Timestamp }
  | { restUntil: Timestamp; problem?: 'exhausted' }
  /** The key works for other models. */
  | { problem: 'unverified' }
  | 'works';

const DEFAULT_REST_SECONDS = 30;

/** Says which key, where the key itself must not be. */
export const fingerprint = (apiKey: string) => createHash('sha256').update(apiKey).digest('hex').slice(0, 12);

const keysReference = (firestore: Firestore, provider: string) =>
  firestore.collection('providerKeys').doc(provider);

const keyStates = makeCachedReads(readCacheMs, async (firestore: Firestore, provider) => {
  const document = await keysReference(firestore, provider).get();
  return KeyStatesSchema.parse(document.data() ?? {});
});

export const readKeyStates = (firestore: Firestore, provider: Provider): Promise<KeyStates> =>
  keyStates.get(firestore, provider);

export interface SortedKeys {
  usable: string[];
  /** When each resting key can be used again. */
  rests: number[];
  /** Number of rejected keys. */
  out: number;
}

export function sortKeys(apiKeys: readonly string[], { keys }: KeyStates): SortedKeys {
  const usable: string[] = [];
  const rests: number[] = [];
  let out = 0;
  for (const apiKey of apiKeys) {
    const { outSince, restUntil } = keys[fingerprint(apiKey)] ?? {};
    if (outSince) out += 1;
    else if (restUntil && restUntil.toMillis() > Date.now()) rests.push(restUntil.toMillis());
    else usable.push(apiKey);
  }
  return { usable, rests, out };
}

/** Why none of the keys can make anything. Undefined if one can, or can soon. */
export function findKeyProblem(apiKeys: readonly string[], { keys }: KeyStates): KeyProblem | undefined {
  if (apiKeys.length === 0) return 'no-key';
  const problems = apiKeys.map((apiKey): KeyProblem | undefined => {
    const { outSince, restUntil, problem } = keys[fingerprint(apiKey)] ?? {};
    if (outSince) return 'rejected';
    const isResting = restUntil !== undefined && restUntil.toMillis() > Date.now();
    return problem === 'exhausted' && !isResting ? undefined : problem;
  });
  return problems.includes(undefined) ? undefined : problems[0];
}

/** A key that made something has none any more. */
export const hasProblem = (apiKey: string, { keys }: KeyStates): boolean =>
  keys[fingerprint(apiKey)]?.problem !== undefined;

/** The key's new state, if the answer shows a problem with it. */
export function findChange(answer: ProviderAnswer<unknown>): Exclude<KeyChange, 'works'> | undefined {
  if (answer.kind === 'key-rejected') return { outSince: Timestamp.now() };
  if (answer.kind === 'unverified') return { problem: 'unverified' };
  if (answer.kind !== 'rate-limited') return undefined;
  const seconds = answer.retryAfterSeconds ?? DEFAULT_REST_SECONDS;
  return {
    restUntil: Timestamp.fromMillis(Date.now() + seconds * 1000),
    ...(answer.isExhausted === true && { problem: 'exhausted' }),
  };
}

/** `checkedAt`: set if an admin requested the check. */
export async function saveKeyStates(
  firestore: Firestore,
  provider: Provider,
  changes: ReadonlyMap<string, KeyChange>,
  checkedAt?: Date,
): Promise<void> {
  const works = {
    outSince: FieldValue.delete(),
    restUntil: FieldValue.delete(),
    problem: FieldValue.delete(),
  };
  const keys = Object.fromEntries(
    [...changes].map(([apiKey, change]) => [fingerprint(apiKey), change === 'works' ? works : change]),
  );
  await keysReference(firestore, provider).set(
    { keys, ...(checkedAt && { checkedAt: Timestamp.fromDate(checkedAt) }) },
    { merge: true },
  );
  keyStates.forget(firestore, provider);
}
