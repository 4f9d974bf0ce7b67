/** Records calls and counts what was charged. */
import type { Provider } from '../settings.ts';
import { isFollowUp, type FaultTarget, type Operation } from './faults.ts';

export interface Call extends FaultTarget {
  /** Counted from 1 per provider and operation since the last reset. */
  number: number;
  state: 'working' | 'held' | 'answered' | 'dropped';
  status: number | null;
  /** Charged images or descriptions. */
  paid: number;
  fault: string | null;
  startedAt: string;
}

interface Counts {
  received: number;
  answered: number;
  paid: number;
  /** How many of the paid ones were lines of batches. */
  halfPrice?: number;
}

const MAX_REMEMBERED_CALLS = 5_000;

export class Calls {
  #calls: Call[] = [];
  readonly #counts = {
    providers: new Map<string, Counts>(),
    operations: new Map<string, Counts>(),
    prompts: new Map<string, Counts>(),
    keys: new Map<string, Counts>(),
  };
  readonly #numbers = new Map<string, number>();

  receive(provider: Provider, operation: Operation, prompt: string, key: string): Call {
    const counter = `${provider}/${operation}`;
    const number = (this.#numbers.get(counter) ?? 0) + 1;
    this.#numbers.set(counter, number);
    const call: Call = {
      provider,
      operation,
      prompt,
      key,
      number,
      state: 'working',
      status: null,
      paid: 0,
      fault: null,
      startedAt: new Date().toISOString(),
    };
    this.#calls.push(call);
    if (this.#calls.length > MAX_REMEMBERED_CALLS) this.#calls.shift();
    this.#count(call, { received: 1 });
    return call;
  }

  charge(call: Call, isHalfPrice = false): void {
    call.paid += 1;
    this.#count(call, { paid: 1, ...(isHalfPrice && { halfPrice: 1 }) });
  }

  finish(call: Call, status: number | null, arrived: boolean): void {
    call.status = status;
    call.state = arrived ? 'answered' : 'dropped';
    if (arrived) this.#count(call, { answered: 1 });
  }

  clear(): void {
    this.#calls = [];
    this.#numbers.clear();
    for (const counts of Object.values(this.#counts)) counts.clear();
  }

  /** `promptIncludes` limits the counted prompts, which can be long. */
  report(last: number, promptIncludes: string) {
    const { providers, operations, prompts, keys } = this.#counts;
    return {
      providers: Object.fromEntries(providers),
      operations: Object.fromEntries(operations),
      prompts: Object.fromEntries([...prompts].filter(([prompt]) => prompt.includes(promptIncludes))),
      keys: Object.fromEntries(keys),
      calls: last === 0 ? [] : this.#calls.slice(-last),
    };
  }

  #count({ provider, operation, prompt, key }: Call, change: Partial<Counts>): void {
    const isOfWork = !isFollowUp(operation);
    for (const [map, name] of [
      [this.#counts.operations, `${provider}/${operation}`],
      ...(isOfWork
        ? ([
            [this.#counts.providers, provider],
            [this.#counts.keys, key],
          ] as const)
        : []),
      // Asset paths are too many to count; they are listed with the calls.
      ...(isOfWork && provider !== 'cloudinary' ? [[this.#counts.prompts, prompt] as const] : []),
    ] as const) {
      const counts = map.get(name) ?? { received: 0, answered: 0, paid: 0 };
      map.set(name, counts);
      counts.received += change.received ?? 0;
      counts.answered += change.answered ?? 0;
      counts.paid += change.paid ?? 0;
      if (change.halfPrice !== undefined) counts.halfPrice = (counts.halfPrice ?? 0) + change.halfPrice;
    }
  }
}
