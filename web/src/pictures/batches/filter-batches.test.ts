import { expect, test } from 'vitest';
import { createFacts } from '../../testing/create-facts.ts';
import {
  filterBatches,
  isSearching,
  listValues,
  readSearch,
  type BatchFilter,
  type Searched,
} from './filter-batches.ts';

const makeBatch = (
  name: string,
  texts: string[],
  scale: number,
  overrides: Parameters<typeof createFacts>[0],
) => ({
  ...createFacts({ status: 'completed', ...overrides }),
  name,
  texts,
  scale,
  done: 2,
});
type Batch = ReturnType<typeof makeBatch>;

const scaleFilter: BatchFilter<Batch> = {
  name: 'scale',
  label: 'Scale',
  read: ({ scale }) => String(scale),
  describe: (scale) => `${scale}x`,
};
const tool: Searched<Batch> = {
  readName: ({ name }) => name,
  readTexts: ({ texts }) => texts,
  readProgress: ({ done }) => ({ done, total: 2 }),
  filters: [scaleFilter],
};

const running = makeBatch('Fox', ['den.png'], 2, { status: 'processing' });
const queued = makeBatch('Kite', [], 4, { status: 'pending' });
const done = makeBatch('Red Fox', ['Snow.png'], 4, {});
const partly = { ...makeBatch('Owl', ['fox in snow.png'], 2, {}), done: 1 };
const cancelled = { ...makeBatch('Elk', [], 2, { cancelledAt: '2026-11-21T12:00:00.000Z' }), done: 1 };
const failed = { ...makeBatch('Hare', [], 2, { status: 'failed' }), done: 0 };
const all = [running, queued, done, partly, cancelled, failed];

const find = (query: string) =>
  filterBatches(all, readSearch(new URLSearchParams(query), tool.filters), tool);

test.each([
  ['keeps every batch without a search', '', all],
  ['finds names in any case', 'q=FOX', [running, done, partly]],
  ['finds every word, in name or texts', 'q=snow fox', [done, partly]],
  ['finds nothing', 'q=wolf', []],
  ['ignores spaces', 'q=%20%20', all],
  ['counts queued batches as running', 'state=running', [running, queued]],
  ['finds those that are done', 'state=done', [done]],
  ['finds those that are partly done', 'state=partly-done', [partly]],
  ['finds those that are cancelled', 'state=cancelled', [cancelled]],
  ['finds those that failed', 'state=failed', [failed]],
  ['ignores a state that does not exist', 'state=lost', all],
  ['combines a filter of the tool with words', 'scale=4&q=fox', [done]],
  ['ignores parameters of others', 'gallery=1', all],
])('%s', (_name, query, expected) => {
  expect(find(query).map(({ name }) => name)).toEqual(expected.map(({ name }) => name));
});

test('returns the same list while nothing is searched, so that nothing renders again', () => {
  expect(find('')).toBe(all);
  expect(isSearching(readSearch(new URLSearchParams('scale=2'), tool.filters))).toBe(true);
});

test('offers each value of a filter once, by label, and always the chosen one', () => {
  const none = readSearch(new URLSearchParams(''), tool.filters);
  expect(listValues(all, scaleFilter, none)).toEqual([
    ['2', '2x'],
    ['4', '4x'],
  ]);
  const eight = readSearch(new URLSearchParams('scale=8'), tool.filters);
  expect(listValues(all, scaleFilter, eight).map(([value]) => value)).toEqual(['2', '4', '8']);
});
