import type { Provider } from '@portal/contracts/generation-request';
import type { Firestore } from 'firebase-admin/firestore';
import type { ProviderSettings } from '../platform/config/config.ts';
import type { Fetch, ProviderAccess } from './call-provider.ts';
import {
  findChange,
  fingerprint,
  hasProblem,
  saveKeyStates,
  readKeyStates,
  sortKeys,
  type SortedKeys,
} from './key-states.ts';
import { describeFailure, type ProviderAnswer, type ProviderFailure, type Usage } from './provider-answer.ts';
import { NO_MICROS, toMicros, type Micros } from '../spend/micros.ts';
import { countCall } from './statistics-store.ts';

/** No key of the provider is usable until `retryAt`; without it, until an admin fixes the keys. */
export interface NoKey {
  kind: 'no-key';
  retryAt: Date | undefined;
}

/** `cost`: by the reported usage; for a call that may have been charged without an answer, its maximum cost. */
export type PricedAnswer<Made> = ({ kind: 'made'; made: Made } | ProviderFailure) & { cost: Micros };

interface PoolDeps {
  firestore: Firestore;
}

interface ProviderCall<Made> {
  provider: Provider;
  settings: ProviderSettings;
  call: (access: ProviderAccess) => Promise<ProviderAnswer<Made>>;
  /** Dollars of an answer, from the reported usage. */
  price: (usage: Usage | undefined) => number;
  /** Maximum cost of one call. */
  maxCost: Micros;
  /** Called right before a request is sent. */
  onSend: () => void;
}

/** Undefined if a key is usable now. */
export async function findKeyShortage(
  { firestore }: PoolDeps,
  provider: Provider,
  settings: ProviderSettings,
): Promise<NoKey | undefined> {
  const sorted = sortKeys(settings.keys, await readKeyStates(firestore, provider));
  return sorted.usable.length > 0 ? undefined : describeShortage(sorted);
}

/**
 * Calls with a usable key, and with the next one if that key is rate limited or rejected. Neither is charged, so all calls
 * belong to one attempt. Returns the last answer; each call is counted in the statistics.
 */
export async function callWithKeys<Made>(
  { firestore }: PoolDeps,
  providerCall: ProviderCall<Made>,
): Promise<PricedAnswer<Made> | NoKey> {
  const { provider, settings } = providerCall;
  const states = await readKeyStates(firestore, provider);
  const sorted = sortKeys(settings.keys, states);
  let answer: PricedAnswer<Made> | undefined;
  for (const apiKey of shuffle(sorted.usable)) {
    answer = await callOnce(firestore, providerCall, apiKey);
    const change =
      findChange(answer) ?? (answer.kind === 'made' && hasProblem(apiKey, states) ? 'works' : undefined);
    if (change) await saveKeyStates(firestore, provider, new Map([[apiKey, change]]));
    if (!change || change === 'works') return answer;
  }
  return answer ?? describeShortage(sorted);
}

/** Calls with the key of this fingerprint. Undefined if the studio no longer has it. */
export async function callWithKey<Made>(
  { firestore }: PoolDeps,
  providerCall: Omit<ProviderCall<Made>, 'onSend'>,
  keyFingerprint: string,
): Promise<PricedAnswer<Made> | undefined> {
  const apiKey = providerCall.settings.keys.find((key) => fingerprint(key) === keyFingerprint);
  return apiKey === undefined
    ? undefined
    : callOnce(firestore, { ...providerCall, onSend: () => undefined }, apiKey);
}

/** The fingerprint of a usable key, for calls that must all use the same one. */
export async function chooseKey(
  { firestore }: PoolDeps,
  provider: Provider,
  settings: ProviderSettings,
): Promise<{ kind: 'key'; keyFingerprint: string } | NoKey> {
  const sorted = sortKeys(settings.keys, await readKeyStates(firestore, provider));
  const [apiKey] = shuffle(sorted.usable);
  return apiKey === undefined
    ? describeShortage(sorted)
    : { kind: 'key', keyFingerprint: fingerprint(apiKey) };
}

/** Access with the key of this fingerprint. Undefined if the studio no longer has it. */
export function findAccess(settings: ProviderSettings, keyFingerprint: string): ProviderAccess | undefined {
  const apiKey = settings.keys.find((key) => fingerprint(key) === keyFingerprint);
  return apiKey === undefined ? undefined : { baseUrl: settings.baseUrl, apiKey, fetch };
}

/** Remembers that a key is rate limited or rejected, if the answer shows it. */
export async function updateKey(
  { firestore }: PoolDeps,
  provider: Provider,
  { apiKey }: ProviderAccess,
  answer: ProviderAnswer<unknown>,
): Promise<void> {
  const change = findChange(answer);
  if (change) await saveKeyStates(firestore, provider, new Map([[apiKey, change]]));
}

async function callOnce<Made>(
  firestore: Firestore,
  { provider, settings, call, price, maxCost, onSend }: ProviderCall<Made>,
  apiKey: string,
): Promise<PricedAnswer<Made>> {
  let sentAt: number | undefined;
  const timedFetch: Fetch = (input, init) => {
    sentAt ??= performance.now();
    onSend();
    return fetch(input, init);
  };
  const answer = await call({ baseUrl: settings.baseUrl, apiKey, fetch: timedFetch });
  const cost = findCost(answer, price, maxCost);
  if (sentAt !== undefined) {
    const milliseconds = performance.now() - sentAt;
    countCall(firestore, { provider, outcome: answer.kind, milliseconds, cost });
  }
  return answer.kind === 'made' ? { kind: 'made', made: answer.made, cost } : { ...answer, cost };
}

function findCost(
  answer: ProviderAnswer<unknown>,
  price: ProviderCall<unknown>['price'],
  maxCost: Micros,
): Micros {
  if (answer.kind === 'made' || answer.usage) return toMicros(price(answer.usage));
  return describeFailure(answer.kind).charged ? maxCost : NO_MICROS;
}

const describeShortage = ({ rests }: SortedKeys): NoKey => ({
  kind: 'no-key',
  retryAt: rests.length === 0 ? undefined : new Date(Math.min(...rests)),
});

/** Spreads the load over the keys. */
const shuffle = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, order: Math.random() }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ item }) => item);
