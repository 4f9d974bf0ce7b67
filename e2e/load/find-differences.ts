/** Compares what was made with what was charged. */
import { MAX_ATTEMPTS, type ItemState, type ToolName } from '@portal/contracts/batches';

/** Of one item, by the sandbox's count. */
export interface Calls {
  received: number;
  paid: number;
}

export interface Item {
  index: number;
  state: ItemState;
  isOpen: boolean;
  attempts: number;
  /** By which the sandbox knows it. */
  mark: string | undefined;
}

export interface Batch {
  id: string;
  owner: string;
  job: string | undefined;
  tool: ToolName;
  /** Undefined for work that costs nothing. */
  provider: string | undefined;
  isHalfPrice: boolean;
  /** Its images are taken from Google's allowance. */
  hasAllowance: boolean;
  hasEnded: boolean;
  items: readonly Item[];
}

/** What a person was told: the id of a batch or job. */
export interface Accepted {
  id: string;
  owner: string;
  isJob: boolean;
}

const FINAL: ReadonlySet<ItemState> = new Set(['done', 'failed', 'uncertain', 'cancelled']);
const NO_CALLS: Calls = { received: 0, paid: 0 };

/** Everything that was accepted exists once, and nothing else. */
export function findLostBatches(accepted: readonly Accepted[], batches: readonly Batch[]): string[] {
  const wanted = new Map(accepted.map((each) => [each.id, each]));
  const found = new Map(batches.map((batch) => [batch.job ?? batch.id, batch]));
  return [
    ...accepted.flatMap(({ id, owner, isJob }) => {
      const batch = found.get(id);
      if (!batch) return `${isJob ? 'Job' : 'Batch'} ${id} was accepted and is lost.`;
      return batch.owner === owner ? [] : `Batch ${id} belongs to another person.`;
    }),
    ...batches.flatMap(({ id, job }) =>
      wanted.has(job ?? id) ? [] : `Batch ${id} was created, but no one was told.`,
    ),
    ...(wanted.size === accepted.length ? [] : ['Two requests with different keys have the same batch.']),
  ];
}

/** Every item has ended, and was charged once if it was made. An uncertain one may have been charged. */
export function findWrongItems(batches: readonly Batch[], calls: ReadonlyMap<string, Calls>): string[] {
  return batches.flatMap((batch) => [
    ...(batch.hasEnded ? [] : [`Batch ${batch.id} has not ended.`]),
    ...batch.items.flatMap((item) => {
      const { state, isOpen, index } = item;
      const name = `Item ${index} of ${batch.id} (${batch.provider ?? batch.tool})`;
      if (isOpen || !FINAL.has(state)) return `${name} is ${state}.`;
      const { paid } = findCalls(item, calls);
      const [min, max] = findPayable(batch, state);
      return paid < min || paid > max ? `${name} is ${state} and was charged ${paid} times.` : [];
    }),
  ]);
}

const findCalls = ({ mark }: Item, calls: ReadonlyMap<string, Calls>): Calls =>
  (mark === undefined ? undefined : calls.get(mark)) ?? NO_CALLS;

function findPayable({ provider }: Batch, state: ItemState): readonly [min: number, max: number] {
  if (provider === undefined) return [0, 0];
  if (state === 'done') return [1, 1];
  return state === 'uncertain' ? [0, 1] : [0, 0];
}

export interface Account {
  provider: string;
  /** By the sandbox's count. */
  paid: number;
  made: number;
  uncertain: number;
  /** Of the uncertain ones: the others were lost before their request arrived. */
  uncertainPaid: number;
}

/** By provider. */
export function addUp(
  batches: readonly Batch[],
  calls: ReadonlyMap<string, Calls>,
  paid: Readonly<Record<string, number>>,
): Account[] {
  return Object.entries(paid).map(([provider, total]) => {
    const items = batches.filter((batch) => batch.provider === provider).flatMap((batch) => batch.items);
    const uncertain = items.filter(({ state }) => state === 'uncertain');
    return {
      provider,
      paid: total,
      made: items.filter(({ state }) => state === 'done').length,
      uncertain: uncertain.length,
      uncertainPaid: uncertain.filter((item) => findCalls(item, calls).paid > 0).length,
    };
  });
}

/** No provider has charged anything that no item knows. */
export const findWrongSums = (accounts: readonly Account[]): string[] =>
  accounts.flatMap(({ provider, paid, made, uncertainPaid }) =>
    paid === made + uncertainPaid
      ? []
      : `${provider} has charged ${paid}: ${made} were made, and ${uncertainPaid} that are uncertain were charged.`,
  );

/** What was or may have been made stays taken from the allowance. */
export function findWrongAllowance(batches: readonly Batch[], used: number): string[] {
  const taken = batches
    .filter(({ hasAllowance }) => hasAllowance)
    .flatMap(({ items }) => items)
    .filter(({ state }) => state === 'done' || state === 'uncertain').length;
  return taken === used ? [] : [`${used} images are taken from Google's allowance, not ${taken}.`];
}

/** Without kills everything is made. With kills, an item may be uncertain, or lost with each of its workers. */
export const findFailures = (batches: readonly Batch[], isDisturbed: boolean): string[] =>
  batches.flatMap(({ id, provider, tool, items }) =>
    items.flatMap(({ index, state, attempts }) => {
      if (state === 'done') return [];
      const isExplained = isDisturbed && (state !== 'failed' || attempts >= MAX_ATTEMPTS);
      return isExplained ? [] : `Item ${index} of ${id} (${provider ?? tool}) is ${state}.`;
    }),
  );

/** Each process was killed often enough for its losses to be seen. */
export const findMissingKills = (
  killed: readonly string[],
  targets: readonly string[],
  kills: number,
): string[] =>
  targets.flatMap((target) => {
    const count = killed.filter((name) => name === target).length;
    return count < kills ? `${target} was killed ${count} times instead of ${kills}.` : [];
  });
