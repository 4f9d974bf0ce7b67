/** A day of the simulation: who starts which batch, and when. */
import { countSlots, findQueueSetting, type Configuration } from './configuration.ts';
import { findUse, ITEM_QUEUES } from './load.ts';
import { makeRandom } from './random.ts';
import type { SimulatedBatch, SimulatedQueue } from './simulate.ts';
import { BATCH_SIZES, HOUR_SHARES, USAGE } from './usage.ts';

const HOUR = 3600;

export function makeDay(people: number, seed: number): SimulatedBatch[] {
  const random = makeRandom(seed);
  const shares = ITEM_QUEUES.map((queue) => findUse(queue).share);
  const sizes = BATCH_SIZES.map(({ share }) => share);
  return Array.from({ length: people * USAGE.batchesADay.value }, (_, index) => ({
    at: HOUR * (choose(HOUR_SHARES, random()) + random()),
    owner: index % people,
    queue: choose(shares, random()),
    images: BATCH_SIZES[choose(sizes, random())]?.images ?? 0,
  })).toSorted((one, other) => one.at - other.at);
}

/** The index that a number from 0 to 1 falls on. */
function choose(shares: readonly number[], number: number): number {
  let above = 0;
  const found = shares.findIndex((share) => number < (above += share));
  return found === -1 ? shares.length - 1 : found;
}

export const simulatedQueues = (configuration: Configuration): SimulatedQueue[] =>
  ITEM_QUEUES.map((queue) => ({
    tool: findUse(queue).tool,
    slots: countSlots(configuration, queue),
    startsASecond: findQueueSetting(configuration, queue).dispatchesASecond,
    seconds: findUse(queue).seconds,
    isCharged: queue.provider !== undefined,
  }));
