import type { Provider } from '@portal/contracts/generation-request';
import type { Firestore } from 'firebase-admin/firestore';
import type { ProviderSettings } from '../config.ts';
import type { Fetch, ProviderAccess } from './call-provider.ts';
import { findChange, noteKeys, readKeyStates, sortKeys, type SortedKeys } from './key-states.ts';
import { describeFailure, type ProviderAnswer, type ProviderFailure, type Usage } from './provider-answer.ts';
import { NO_MICROS, toMicros, type Micros } from '../spend/micros.ts';
import { countCall } from './statistics-store.ts';

/** No key of the provider can be used: until one has rested, or, when `retryAt` is missing, until an admin sees to it. */
export interface NoKey {
  kind: 'no-key';
  retryAt: Date | undefined;
}

/** `cost`: of a call that may have been charged and was not answered, the most that it can cost. */
export type PricedAnswer<Made> = ({ kind: 'made'; made: Made } | ProviderFailure) & { cost: Micros };

interface PoolDeps {
  firestore: Firestore;
}

interface Order<Made> {
  provider: Provider;
  settings: ProviderSettings;
  call: (access: ProviderAccess) => Promise<ProviderAnswer<Made>>;
  /** Dollars of an answer, from what the provider reported of it. */
  price: (usage: Usage | undefined) => number;
  /** The most that one call can cost. */
  maxCost: Micros;
  /** Called right before a request leaves. */
  onSend: () => void;
}

/** Asked before anything is written: undefined when a key can be used now. */
export async function findKeyShortage(
  { firestore }: PoolDeps,
  provider: Provider,
  settings: ProviderSettings,
): Promise<NoKey | undefined> {
  const sorted = sortKeys(settings.keys, await readKeyStates(firestore, provider));
  return sorted.usable.length > 0 ? undefined : describeShortage(sorted);
}

/**
 * Calls with a key that can be used, and with the next when that one is rate limited or rejected: neither is charged, so
 * all belong to one attempt. Answers what the last call answered; each is counted.
 */
export async function callWithKeys<Made>(
  { firestore }: PoolDeps,
  order: Order<Made>,
): Promise<PricedAnswer<Made> | NoKey> {
  const { provider, settings } = order;
  const sorted = sortKeys(settings.keys, await readKeyStates(firestore, provider));
  let answer: PricedAnswer<Made> | undefined;
  for (const apiKey of shuffle(sorted.usable)) {
    answer = await callOnce(firestore, order, apiKey);
    const change = findChange(answer);
    if (!change) return answer;
    await noteKeys(firestore, provider, new Map([[apiKey, change]]));
  }
  return answer ?? describeShortage(sorted);
}

async function callOnce<Made>(
  firestore: Firestore,
  { provider, settings, call, price, maxCost, onSend }: Order<Made>,
  apiKey: string,
): Promise<PricedAnswer<Made>> {
  let sentAt: number | undefined;
  const timedFetch: Fetch = (input, init) => {
    sentAt = performance.now();
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

function findCost(answer: ProviderAnswer<unknown>, price: Order<unknown>['price'], maxCost: Micros): Micros {
  if (answer.kind === 'made') return toMicros(price(answer.usage));
  return describeFailure(answer.kind).charged ? maxCost : NO_MICROS;
}

const describeShortage = ({ rests }: SortedKeys): NoKey => ({
  kind: 'no-key',
  retryAt: rests.length === 0 ? undefined : new Date(Math.min(...rests)),
});

/** So that the keys share the load. */
const shuffle = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, order: Math.random() }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ item }) => item);
