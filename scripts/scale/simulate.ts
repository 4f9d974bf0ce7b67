/** A day of batches on the queues and the documents of the spending, event by event. The same seed gives the same day. */
import { makeHeap } from './heap.ts';
import { makeRandom } from './random.ts';

/** For how long a rate counts as sustained. */
const PERIOD = 300;
/** An item takes between 60% and 140% of its queue's time. */
const SPREAD = 0.4;

export interface SimulatedBatch {
  /** In seconds; ascending. */
  at: number;
  owner: number;
  queue: number;
  images: number;
}

export interface SimulatedQueue {
  tool: string;
  /** Items at once. */
  slots: number;
  startsASecond: number;
  /** For an item. */
  seconds: number;
  /** Each of its calls is written to the spending when it starts and when it ends. */
  isCharged: boolean;
}

export interface Simulation {
  batches: readonly SimulatedBatch[];
  queues: readonly SimulatedQueue[];
  /**
   * Tasks of a batch that wait in the queue, divided by the running batches of its owner and tool; each item that starts
   * adds the next one. Undefined: all at once.
   */
  window: number | undefined;
  spendShards: number;
  seed: number;
}

export interface Simulated {
  /** By batch, in seconds: until its first image was started, and until its last one was done. */
  firstStart: Float64Array;
  finished: Float64Array;
  done: number;
  /** By queue. */
  mostAtOnce: readonly number[];
  /** To the busiest document of the spending, in its busiest five minutes. */
  shardWritesASecond: number;
}

export function simulate({ batches, queues, window, spendShards, seed }: Simulation): Simulated {
  const random = makeRandom(seed);
  const firstStart = new Float64Array(batches.length).fill(Number.NaN);
  const finished = new Float64Array(batches.length).fill(Number.NaN);
  const enqueued = new Int32Array(batches.length);
  const left = Int32Array.from(batches, ({ images }) => images);
  const running = new Map<string, number>();
  const lines = queues.map(() => ({ waiting: [] as number[], next: 0, inWork: 0, mostAtOnce: 0, freeAt: 0 }));
  const writes = new Map<number, Uint32Array>();
  const ends = makeHeap();
  let done = 0;

  function writeSpend(at: number): void {
    const period = Math.floor(at / PERIOD);
    const shards = writes.get(period) ?? new Uint32Array(spendShards);
    writes.set(period, shards);
    const shard = Math.floor(random() * spendShards);
    shards[shard] = (shards[shard] ?? 0) + 1;
  }

  function countRunning(owner: number, queue: number, change: 1 | -1): number {
    const key = `${owner}~${queues[queue]?.tool}`;
    const count = (running.get(key) ?? 0) + change;
    running.set(key, count);
    return count;
  }

  function enqueue(batch: number, queue: number, count: number): void {
    const images = batches[batch]?.images ?? 0;
    for (let added = 0; added < count && (enqueued[batch] ?? 0) < images; added += 1) {
      enqueued[batch] = (enqueued[batch] ?? 0) + 1;
      lines[queue]?.waiting.push(batch);
    }
  }

  function startItems(now: number, index: number): void {
    const line = lines[index];
    const queue = queues[index];
    if (!line || !queue) return;
    while (line.inWork < queue.slots && line.next < line.waiting.length) {
      const batch = line.waiting[line.next] ?? 0;
      line.next += 1;
      const start = Math.max(now, line.freeAt);
      line.freeAt = start + 1 / queue.startsASecond;
      line.inWork += 1;
      line.mostAtOnce = Math.max(line.mostAtOnce, line.inWork);
      if (Number.isNaN(firstStart[batch])) firstStart[batch] = start - (batches[batch]?.at ?? 0);
      if (queue.isCharged) writeSpend(start);
      if (window !== undefined) enqueue(batch, index, 1);
      ends.push(start + queue.seconds * (1 + SPREAD * (2 * random() - 1)), batch);
    }
  }

  function submit(batch: number): void {
    const { at, owner, queue, images } = batches[batch] ?? { at: 0, owner: 0, queue: 0, images: 0 };
    const open = countRunning(owner, queue, 1);
    enqueue(batch, queue, window === undefined ? images : Math.max(1, Math.floor(window / open)));
    startItems(at, queue);
  }

  function end(at: number, batch: number): void {
    const { at: submittedAt, owner, queue } = batches[batch] ?? { at: 0, owner: 0, queue: 0 };
    const line = lines[queue];
    if (line) line.inWork -= 1;
    if (queues[queue]?.isCharged) writeSpend(at);
    done += 1;
    left[batch] = (left[batch] ?? 0) - 1;
    if (left[batch] === 0) {
      finished[batch] = at - submittedAt;
      countRunning(owner, queue, -1);
    }
    startItems(at, queue);
  }

  let next = 0;
  for (;;) {
    const arrival = batches[next]?.at ?? Infinity;
    const first = ends.peekTime();
    if (arrival === Infinity && first === Infinity) break;
    if (arrival <= first) {
      submit(next);
      next += 1;
    } else end(first, ends.pop());
  }

  let busiest = 0;
  for (const shards of writes.values()) for (const count of shards) busiest = Math.max(busiest, count);
  return {
    firstStart,
    finished,
    done,
    mostAtOnce: lines.map(({ mostAtOnce }) => mostAtOnce),
    shardWritesASecond: busiest / PERIOD,
  };
}
