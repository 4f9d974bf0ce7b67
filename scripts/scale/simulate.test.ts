import { expect, test } from 'vitest';
import { makeDay, simulatedQueues } from './day.ts';
import { TODAY } from './configuration.ts';
import { simulate, type Simulation } from './simulate.ts';

const createSimulation = (overrides: Partial<Simulation> = {}): Simulation => ({
  batches: makeDay(400, 1),
  queues: simulatedQueues(TODAY),
  window: 5,
  spendShards: TODAY.spendShards,
  seed: 1,
  ...overrides,
});

const oneQueue = { tool: 'any', slots: 2, startsASecond: 20, seconds: 10, isCharged: true };

test.each([5, 1, undefined])('makes every image, never more at once than allowed (window %s)', (window) => {
  const simulation = createSimulation({ window });
  const images = simulation.batches.reduce((sum, batch) => sum + batch.images, 0);
  const { done, mostAtOnce, firstStart, finished } = simulate(simulation);
  expect(images).toBeGreaterThan(10_000);
  expect(done).toBe(images);
  for (const [index, { slots }] of simulation.queues.entries()) {
    expect(mostAtOnce[index]).toBeGreaterThan(0);
    expect(mostAtOnce[index]).toBeLessThanOrEqual(slots);
  }
  expect(simulation.queues.some(({ slots }, index) => slots === mostAtOnce[index])).toBe(true);
  expect(firstStart.every((seconds, index) => seconds >= 0 && seconds < (finished[index] ?? 0))).toBe(true);
});

test('gives the same result for the same seed, another for another', () => {
  const first = simulate(createSimulation());
  expect(simulate(createSimulation())).toEqual(first);
  expect(simulate(createSimulation({ seed: 2 })).finished).not.toEqual(first.finished);
});

test('works on the items of a queue in order, a slot each', () => {
  const batches = [
    { at: 0, owner: 0, queue: 0, images: 3 },
    { at: 0, owner: 1, queue: 0, images: 1 },
  ];
  const simulation = createSimulation({ batches, queues: [oneQueue], window: undefined });
  const { firstStart, finished } = simulate(simulation);
  expect(firstStart[0]).toBe(0);
  // Two slots work on the first three; each item takes between 6 and 14 s.
  expect(firstStart[1]).toBeGreaterThan(6);
  expect(firstStart[1]).toBeLessThan(28);
  expect(finished[0]).toBeGreaterThan(12);
});

test('starts no more items a second than the queue allows', () => {
  const batches = Array.from({ length: 10 }, (_, owner) => ({ at: 0, owner, queue: 0, images: 1 }));
  const queues = [{ ...oneQueue, slots: 10, startsASecond: 2 }];
  const { firstStart } = simulate(createSimulation({ batches, queues }));
  expect([...firstStart]).toEqual(Array.from({ length: 10 }, (_, index) => index / 2));
});

test('lets one image pass ten large batches of another person', () => {
  const batches = [
    ...Array.from({ length: 10 }, () => ({ at: 0, owner: 0, queue: 0, images: 100 })),
    { at: 1, owner: 1, queue: 0, images: 1 },
  ];
  const queues = [{ ...oneQueue, slots: 10 }];
  const waitOf = (window: number | undefined) =>
    simulate(createSimulation({ batches, queues, window })).firstStart[10];
  expect(waitOf(undefined)).toBeGreaterThan(900);
  expect(waitOf(5)).toBeLessThan(60);
});

test('spreads the writes of the spending over its documents', () => {
  const ratesOf = (spendShards: number) => simulate(createSimulation({ spendShards })).shardWritesASecond;
  const [one, ten] = [ratesOf(1), ratesOf(10)];
  expect(one / ten).toBeGreaterThan(4);
  expect(one / ten).toBeLessThan(10);
});
