import type { GenerationBatch } from '@portal/contracts/image-generator';
import type { Pipeline, PipelineBatch } from '@portal/contracts/pipelines';
import { expect, test } from 'vitest';
import { createFacts } from '../../../testing/create-facts.ts';
import { arrangeSideBySide } from './side-by-side.ts';

const GPT = {
  provider: 'openai',
  model: 'gpt-image-1',
  quality: 'low',
  background: 'opaque',
  aspectRatio: '1:1',
  outputFormat: 'png',
} as const;
const GROK = { provider: 'xai', model: 'grok-2-image', outputFormat: 'jpeg' } as const;

const listed = (overrides: Partial<PipelineBatch>): PipelineBatch => ({
  batchId: 'a',
  tool: 'image-generator',
  lane: 0,
  chain: 0,
  status: 'completed',
  total: 2,
  doneCount: 2,
  failedCount: 0,
  permanentCount: 0,
  uncertainCount: 0,
  cancelledCount: 0,
  waitingCount: 0,
  estimate: 0.2,
  cost: 0.2,
  startedAt: null,
  endedAt: null,
  ...overrides,
});

const generated = (id: string, overrides: Partial<GenerationBatch> = {}): GenerationBatch => ({
  ...createFacts({ id, status: 'completed' }),
  customName: id,
  prompt: 'A fox',
  prompts: ['A fox', 'An owl'],
  requestedCount: 2,
  completedCount: 2,
  provider: 'openai',
  model: 'gpt-image-1',
  generatedImages: [0, 1].map((index) => `/images/${id}/${index}`),
  thumbnailUrl: null,
  folderLink: null,
  ...overrides,
});

const arrange = (
  batches: PipelineBatch[],
  known: GenerationBatch[],
  later: GenerationBatch[] = [],
  overrides: Partial<Pick<Pipeline, 'promptCount'>> = {},
) =>
  arrangeSideBySide(
    { lanes: [GPT, GROK], promptCount: 2, batches, ...overrides },
    {
      generated: new Map(known.map((batch) => [batch.id, batch])),
      later: new Map(later.map((batch) => [batch.id, batch])),
    },
  );

test('puts the same prompt of each model into one row, across chains', () => {
  const batches = [
    listed({ batchId: 'a' }),
    listed({ batchId: 'b', chain: 1, total: 1 }),
    listed({ batchId: 'c', lane: 1, chain: 2 }),
    listed({ batchId: 'd', lane: 1, chain: 3, total: 1 }),
  ];
  const one = { prompts: ['A boat'], generatedImages: ['/images/b/0'] };
  const known = [generated('a'), generated('b', one), generated('c'), generated('d')];
  const { rows } = arrange(batches, known, [], { promptCount: 3 });
  expect(rows.map(({ prompt, cells }) => [prompt, ...cells.map(({ key }) => key)])).toEqual([
    ['A fox', 'a/0', 'c/0'],
    ['An owl', 'a/1', 'c/1'],
    ['A boat', 'b/0', 'd/0'],
  ]);
});

test('aligns a retry by its prompts, since each model has others', () => {
  const batches = [listed({ batchId: 'a', total: 3 }), listed({ batchId: 'c', lane: 1, chain: 1, total: 1 })];
  const known = [
    generated('a', { prompts: ['A fox', 'An owl', 'An owl'] }),
    generated('c', { prompt: 'An owl', prompts: ['An owl'] }),
  ];
  const { rows } = arrange(batches, known, [], { promptCount: 4 });
  expect(rows.map(({ prompt, cells }) => [prompt, ...cells.map(({ lane }) => lane)])).toEqual([
    ['A fox', 0],
    ['An owl', 0, 1],
    ['An owl', 0],
  ]);
});

test('shows the state, cost and failed stage of each picture', () => {
  const batches = [
    listed({ batchId: 'a', failedCount: 1, doneCount: 1 }),
    listed({ batchId: 'a-up', tool: 'upscale' }),
    listed({ batchId: 'c', lane: 1, chain: 1, status: 'processing', doneCount: 1 }),
  ];
  const failure = { index: 1, state: 'failed', reason: 'Refused.', attempts: 1 } as const;
  const known = [
    generated('a', {
      failures: [failure],
      generatedImages: ['/images/a/0'],
      starred: [0],
      figures: { 0: { cost: 0.011, seconds: 8 } },
    }),
    generated('c', { status: 'processing', generatedImages: ['/images/c/0'], runningItems: [1] }),
  ];
  const later = [generated('a-up', { failures: [{ ...failure, index: 0, reason: 'Too large.' }] })];
  const { lanes, rows } = arrange(batches, known, later);
  const cells = rows.flatMap((row) => row.cells);
  expect(cells.map(({ key, state }) => `${key} ${state}`)).toEqual([
    'a/0 made',
    'c/0 made',
    'a/1 failed',
    'c/1 running',
  ]);
  expect(cells[0]).toMatchObject({
    isStarred: true,
    cost: 0.011,
    seconds: 8,
    stopped: { text: 'Upscale: Too large.', isFailure: true },
  });
  expect(cells[2]).toMatchObject({ reason: 'Refused.' });
  expect(lanes[0]).toMatchObject({ done: 1, failed: 1, cost: 0.2, secondsEach: 8 });
});

test('shows what waits for half the price as waiting, not as running', () => {
  const { rows } = arrange(
    [listed({ batchId: 'a', status: 'processing', doneCount: 0 })],
    [
      generated('a', {
        status: 'processing',
        halfPrice: { provider: 'openai' },
        generatedImages: [],
        runningItems: [0, 1],
      }),
    ],
  );
  expect(rows.flatMap(({ cells }) => cells.map(({ state }) => state))).toEqual(['open', 'open']);
});

test('shows pictures of an expired batch as gone, and what was never made as cancelled', () => {
  const batches = [listed({ batchId: 'a' }), listed({ batchId: 'c', lane: 1, chain: 1, doneCount: 1 })];
  const { rows } = arrange(batches, [generated('c', { generatedImages: ['/images/c/0'] })]);
  expect(rows.flatMap(({ cells }) => cells.map(({ state }) => state))).toEqual([
    'gone',
    'made',
    'gone',
    'cancelled',
  ]);
});
