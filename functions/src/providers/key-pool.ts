import { createHash } from 'node:crypto';
import type { Provider } from '@portal/contracts/generation-request';
import { Timestamp, type Firestore } from 'firebase-admin/firestore';
import { z } from 'zod';
import type { ProviderSettings } from '../config.ts';
import { makeCachedReads } from '../settings/cached-reads.ts';
import type { ProviderAnswer } from './provider-answer.ts';

/** No key of the provider can be used: until one has rested, or, when `retryAt` is missing, until an admin sees to it. */
export interface NoKey {
  kind: 'no-key';
  retryAt: Date | undefined;
}

interface PoolDeps {
  firestore: Firestore;
}

const TimeSchema = z.instanceof(Timestamp).optional();

/** The document providerKeys/{provider}. A key goes by its fingerprint; its value stays in the secret. */
const KeyStatesSchema = z.object({
  keys: z.record(z.string(), z.object({ restUntil: TimeSchema, outSince: TimeSchema })).default({}),
});
type KeyStates = z.infer<typeof KeyStatesSchema>['keys'];
type KeyState = KeyStates[string];

const LIFE_MS = 2_000;
const DEFAULT_REST_SECONDS = 30;

const fingerprint = (apiKey: string) => createHash('sha256').update(apiKey).digest('hex').slice(0, 12);

const keysReference = (firestore: Firestore, provider: string) =>
  firestore.collection('providerKeys').doc(provider);

const keyStates = makeCachedReads(LIFE_MS, async (firestore: Firestore, provider) => {
  const document = await keysReference(firestore, provider).get();
  return KeyStatesSchema.parse(document.data() ?? {}).keys;
});

/** Asked before anything is written: undefined when a key can be used now. */
export async function findKeyShortage(
  { firestore }: PoolDeps,
  provider: Provider,
  settings: ProviderSettings,
): Promise<NoKey | undefined> {
  const states = await keyStates.get(firestore, provider);
  return findUsable(settings, states).length > 0 ? undefined : describeShortage(settings, states);
}

/**
 * Calls with a key that can be used, and with the next when that one is rate limited or rejected: neither is charged, so
 * all belong to one attempt. Answers what the last call answered.
 */
export async function callWithKeys<Made>(
  { firestore }: PoolDeps,
  provider: Provider,
  settings: ProviderSettings,
  call: (apiKey: string) => Promise<ProviderAnswer<Made>>,
): Promise<ProviderAnswer<Made> | NoKey> {
  const states = await keyStates.get(firestore, provider);
  let answer: ProviderAnswer<Made> | undefined;
  for (const apiKey of shuffle(findUsable(settings, states))) {
    answer = await call(apiKey);
    const change = findChange(answer);
    if (!change) return answer;
    await noteKey(firestore, provider, apiKey, change);
  }
  return answer ?? describeShortage(settings, states);
}

const findUsable = ({ keys }: ProviderSettings, states: KeyStates): string[] =>
  keys.filter((apiKey) => {
    const { outSince, restUntil } = states[fingerprint(apiKey)] ?? {};
    return !outSince && (restUntil?.toMillis() ?? 0) <= Date.now();
  });

function describeShortage({ keys }: ProviderSettings, states: KeyStates): NoKey {
  const rests = keys.flatMap((apiKey) => {
    const { outSince, restUntil } = states[fingerprint(apiKey)] ?? {};
    return restUntil && !outSince ? [restUntil.toMillis()] : [];
  });
  return { kind: 'no-key', retryAt: rests.length === 0 ? undefined : new Date(Math.min(...rests)) };
}

function findChange(answer: ProviderAnswer<unknown>): KeyState | undefined {
  if (answer.kind === 'key-rejected') return { outSince: Timestamp.now() };
  if (answer.kind !== 'rate-limited') return undefined;
  const seconds = answer.retryAfterSeconds ?? DEFAULT_REST_SECONDS;
  return { restUntil: Timestamp.fromMillis(Date.now() + seconds * 1000) };
}

async function noteKey(firestore: Firestore, provider: Provider, apiKey: string, change: KeyState) {
  await keysReference(firestore, provider).set({ keys: { [fingerprint(apiKey)]: change } }, { merge: true });
  keyStates.forget(firestore, provider);
}

/** So that the keys share the load. */
const shuffle = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, order: Math.random() }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ item }) => item);
