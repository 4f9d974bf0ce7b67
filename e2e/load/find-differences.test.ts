import { expect, test } from 'vitest';
import {
  addUp,
  findFailures,
  findLostBatches,
  findMissingKills,
  findWrongAllowance,
  findWrongItems,
  findWrongSums,
  type Batch,
  type Item,
} from './find-differences.ts';

const createItem = (overrides: Partial<Item> = {}): Item => ({
  index: 0,
  state: 'done',
  isOpen: false,
  attempts: 1,
  mark: 'a mark',
  ...overrides,
});

const createBatch = (item: Partial<Item> = {}, overrides: Partial<Batch> = {}): Batch => ({
  id: 'b',
  owner: 'ada',
  job: undefined,
  tool: 'image-generator',
  provider: 'openai',
  isHalfPrice: false,
  hasAllowance: false,
  hasEnded: true,
  items: [createItem(item)],
  ...overrides,
});

const charged = (paid: number) => new Map([['a mark', { received: paid, paid }]]);

test.each([
  ['done', 0, false],
  ['done', 1, true],
  ['done', 2, false],
  ['uncertain', 0, true],
  ['uncertain', 1, true],
  ['uncertain', 2, false],
  ['failed', 0, true],
  ['failed', 1, false],
  ['cancelled', 0, true],
  ['cancelled', 1, false],
  ['calling', 1, false],
] as const)('an item that is %s and was charged %d times is right: %s', (state, paid, isRight) => {
  expect(findWrongItems([createBatch({ state })], charged(paid))).toHaveLength(isRight ? 0 : 1);
});

test('work without a provider must not be charged', () => {
  const batch = createBatch({}, { provider: undefined });
  expect(findWrongItems([batch], charged(0))).toEqual([]);
  expect(findWrongItems([batch], charged(1))).toHaveLength(1);
});

test('finds a batch that has not ended', () => {
  expect(findWrongItems([createBatch({}, { hasEnded: false })], charged(1))).toEqual([
    'Batch b has not ended.',
  ]);
});

test('finds what was accepted and is lost, and what no one was told', () => {
  const accepted = { id: 'b', owner: 'ada', isJob: false };
  expect(findLostBatches([accepted], [createBatch()])).toEqual([]);
  expect(findLostBatches([accepted], [])).toEqual(['Batch b was accepted and is lost.']);
  expect(findLostBatches([], [createBatch()])).toHaveLength(1);
  expect(findLostBatches([accepted], [createBatch({}, { owner: 'bob' })])).toHaveLength(1);
  expect(findLostBatches([accepted, accepted], [createBatch()])).toHaveLength(1);
  const job = { ...accepted, id: 'j', isJob: true };
  const ofJob = createBatch({}, { job: 'j' });
  expect(findLostBatches([job], [ofJob, { ...ofJob, id: 'c' }])).toEqual([]);
});

test('finds charges that no item knows', () => {
  const made = [createBatch(), createBatch({ state: 'uncertain' }, { id: 'c' })];
  const accounts = addUp(made, charged(1), { openai: 2, xai: 0 });
  expect(accounts[0]).toMatchObject({ paid: 2, made: 1, uncertain: 1, uncertainPaid: 1 });
  expect(findWrongSums(accounts)).toEqual([]);
  expect(findWrongSums(addUp(made, charged(1), { openai: 3 }))).toHaveLength(1);
  expect(findWrongSums(addUp(made, charged(0), { openai: 1 }))).toEqual([]);
  expect(findWrongSums(addUp(made, charged(0), { openai: 2 }))).toHaveLength(1);
});

test('takes from the allowance what was or may have been made', () => {
  const batches = (['done', 'uncertain', 'failed'] as const).map((state) =>
    createBatch({ state }, { hasAllowance: true }),
  );
  expect(findWrongAllowance([...batches, createBatch()], 2)).toEqual([]);
  expect(findWrongAllowance(batches, 3)).toHaveLength(1);
});

test('explains failures by kills only', () => {
  const fails = (item: Partial<Item>, isDisturbed: boolean) =>
    findFailures([createBatch(item)], isDisturbed).length > 0;
  expect(fails({ state: 'uncertain' }, false)).toBe(true);
  expect(fails({ state: 'uncertain' }, true)).toBe(false);
  expect(fails({ state: 'failed', attempts: 1 }, true)).toBe(true);
  expect(fails({ state: 'failed', attempts: 3 }, true)).toBe(false);
});

test('names processes that were killed too rarely', () => {
  expect(findMissingKills(['api', 'api', 'cleanup'], ['api', 'cleanup'], 2)).toEqual([
    'cleanup was killed 1 times instead of 2.',
  ]);
});
