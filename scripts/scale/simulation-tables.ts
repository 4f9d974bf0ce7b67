/** The tables of docs/scale.md that come from the simulation. */
import { MAX_WINDOW } from '@portal/functions/src/batches/store/batch-record.ts';
import { planFor, TODAY, type Configuration } from './configuration.ts';
import { makeDay, simulatedQueues } from './day.ts';
import { findLoad, findUse, ITEM_QUEUES } from './load.ts';
import { makeTable, round } from './markdown.ts';
import { simulate, type Simulated, type SimulatedBatch } from './simulate.ts';

const PEOPLE = 50_000;
const SEED = 1;
const LARGE = 64;
const SMALL = 6;

interface Day {
  batches: readonly SimulatedBatch[];
  result: Simulated;
}

function simulateDay(people: number, configuration: Configuration, window: number | undefined): Day {
  const batches = makeDay(people, SEED);
  const { spendShards } = configuration;
  const queues = simulatedQueues(configuration);
  return { batches, result: simulate({ batches, queues, window, spendShards, seed: SEED }) };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const HOUR = 3600;
const MINUTE = 60;
function duration(seconds: number): string {
  if (seconds >= 2 * HOUR) return `${round(Math.round(seconds / HOUR))} h`;
  if (seconds >= 2 * MINUTE) return `${Math.round(seconds / MINUTE)} min`;
  return `${Math.round(seconds)} s`;
}

/** Seconds of the chosen batches. */
function choose(
  { batches, result }: Day,
  times: 'firstStart' | 'finished',
  isWanted: (batch: SimulatedBatch) => boolean,
): number[] {
  return batches.flatMap((batch, index) => (isWanted(batch) ? [result[times][index] ?? Number.NaN] : []));
}

const range = (values: readonly number[]): string[] =>
  [0.5, 0.95].map((share) => duration(quantile(values, share)));

/** Of the day, from midnight. */
const lastDone = ({ batches, result }: Day): string =>
  duration(batches.reduce((last, { at }, index) => Math.max(last, at + (result.finished[index] ?? 0)), 0));

const toolsOf = () => [...new Set(ITEM_QUEUES.map((queue) => findUse(queue).tool))];

/** 50,000 people, with today's configuration and with the one that the model computes for them. */
export function simulation(): string {
  const today = simulateDay(PEOPLE, TODAY, MAX_WINDOW);
  const planned = simulateDay(PEOPLE, planFor(findLoad(PEOPLE)), MAX_WINDOW);
  const rows = toolsOf().map((tool) => {
    const isOfTool = ({ queue }: SimulatedBatch) => {
      const found = ITEM_QUEUES[queue];
      return found !== undefined && findUse(found).tool === tool;
    };
    return [
      tool.replace(', on-device', ''),
      ...[today, planned].flatMap((day) => range(choose(day, 'firstStart', isOfTool))),
    ];
  });
  return makeTable(
    ['Wait for the first image', 'Today, p50', 'Today, p95', 'Changed, p50', 'Changed, p95'],
    [
      ...rows,
      [
        'busiest document of the spending',
        '',
        `${today.result.shardWritesASecond.toFixed(2)} writes/s`,
        '',
        `${planned.result.shardWritesASecond.toFixed(2)} writes/s`,
      ],
      ['all images done after', '', lastDone(today), '', lastDone(planned)],
    ],
    [false, true, true, true, true],
  );
}

const ORDERS = [
  { name: 'first in, first out', window: undefined },
  { name: 'fair windows', window: MAX_WINDOW },
] as const;

/** A busy day with today's configuration, all tasks at once and in fair windows. */
export function fairness(): string {
  const BUSY = 1500;
  const days = ORDERS.map(({ name, window }) => ({ name, day: simulateDay(BUSY, TODAY, window) }));
  const rows = days.map(({ name, day }) => [
    name,
    ...range(choose(day, 'firstStart', ({ images }) => images <= SMALL)),
    ...range(choose(day, 'finished', ({ images }) => images <= SMALL)),
    ...range(choose(day, 'finished', ({ images }) => images === LARGE)),
  ]);
  const large = `${LARGE} images done`;
  const small = `up to ${SMALL} images done`;
  return makeTable(
    [`${round(BUSY)} people`, 'first image, p50', 'p95', `${small}, p50`, 'p95', `${large}, p50`, 'p95'],
    rows,
    [false, true, true, true, true, true, true],
  );
}

/** One person starts ten batches of 100 images; a second later another one asks for one image of the same provider. */
export function oneAgainstMany(): string {
  const MANY = 10;
  const IMAGES = 100;
  const batches = [
    ...Array.from({ length: MANY }, () => ({ at: 0, owner: 0, queue: 0, images: IMAGES })),
    { at: 1, owner: 1, queue: 0, images: 1 },
  ];
  const queues = simulatedQueues(TODAY);
  const rows = ORDERS.map(({ name, window }) => {
    const result = simulate({ batches, queues, window, spendShards: TODAY.spendShards, seed: SEED });
    return [name, duration(result.firstStart[MANY] ?? Number.NaN), duration(Math.max(...result.finished))];
  });
  return makeTable(['', 'one image waits', '10 x 100 images are done after'], rows, [false, true, true]);
}
