import { RecipeSettingsSchema, type PipelineBatch, type PipelineState } from '@portal/contracts/pipelines';
import { describe, expect, it } from 'vitest';
import {
  countMade,
  countOver,
  describeJobCost,
  describeStageCost,
  describeState,
  isRunning,
  measureProgress,
  summarizeStages,
  willAskForChoice,
} from './describe-pipeline.ts';
import { describeRecipe, nameAgency } from './describe-recipe.ts';
import { findInterval } from './pipelines-query.ts';

const createBatch = (overrides: Partial<PipelineBatch> = {}): PipelineBatch => ({
  batchId: 'one',
  tool: 'image-generator',
  lane: 0,
  chain: 0,
  status: 'completed',
  total: 10,
  doneCount: 10,
  failedCount: 0,
  permanentCount: 0,
  uncertainCount: 0,
  cancelledCount: 0,
  waitingCount: 0,
  estimate: 1,
  cost: 1,
  startedAt: '2026-11-25T10:00:00Z',
  endedAt: '2026-11-25T10:10:00Z',
  ...overrides,
});

const LANE = { provider: 'xai', model: 'grok-2-image', outputFormat: 'jpeg' };
const createRecipe = (stages: object, agency?: string) =>
  RecipeSettingsSchema.parse({ lanes: [LANE, LANE], stages, agency });

const createJob = (
  batches: readonly PipelineBatch[],
  state: 'ended' | 'running' | 'cancelled' | 'choosing' = 'ended',
) => ({
  state,
  stages: createRecipe({ keywords: {} }).stages,
  total: 2000,
  batches: [...batches],
});

const made = createBatch({
  total: 2000,
  doneCount: 1990,
  failedCount: 4,
  uncertainCount: 1,
  cancelledCount: 5,
});
const written = createBatch({
  tool: 'keyword-generator',
  total: 2000,
  doneCount: 1200,
  waitingCount: 800,
  cost: 0.5,
  startedAt: '2026-11-25T10:05:00Z',
  endedAt: null,
});

describe('the stages of a job', () => {
  it('are those that it has, with nothing done before the start', () => {
    expect(summarizeStages(createJob([]))).toMatchObject([
      {
        tool: 'image-generator',
        title: 'Generate',
        total: 2000,
        doneCount: 0,
        startedAt: null,
        endedAt: null,
      },
      { tool: 'keyword-generator', title: 'Keywords', total: 2000, doneCount: 0, startedAt: null },
    ]);
  });

  it('add up their batches, from the first start to the last end', () => {
    const later = createBatch({
      failedCount: 1,
      startedAt: '2026-11-25T11:00:00Z',
      endedAt: '2026-11-25T11:30:00Z',
    });
    const [first, second] = summarizeStages(createJob([later, made, written]));
    expect(first).toMatchObject({
      batches: [later, made],
      total: 2010,
      doneCount: 2000,
      failedCount: 5,
      uncertainCount: 1,
      cancelledCount: 5,
      cost: 2,
      estimate: 2,
      startedAt: '2026-11-25T10:00:00Z',
      endedAt: '2026-11-25T11:30:00Z',
    });
    expect(second).toMatchObject({ total: 2000, waitingCount: 800, cost: 0.5, endedAt: null });
  });

  it('count items that have ended in any way as progress', () => {
    const stages = summarizeStages(createJob([made, written]));
    expect(stages.map(countOver)).toEqual([2000, 1200]);
    expect(measureProgress(stages)).toBe(3200 / 4000);
    expect(measureProgress([])).toBe(0);
  });

  it('say how many pictures are through the last, or the first before a choice', () => {
    expect(countMade(createJob([made, written], 'running'))).toBe('1,200 of 2,000 with keywords');
    expect(countMade(createJob([made], 'choosing'))).toBe('1,990 of 2,000 made');
  });

  it('count a failed check as no missing picture', () => {
    const checked = createBatch({
      tool: 'check',
      total: 10,
      doneCount: 8,
      failedCount: 1,
      uncertainCount: 1,
    });
    const job = { ...createJob([createBatch(), checked]), stages: createRecipe({ check: {} }).stages };
    expect(summarizeStages(job)[1]).toMatchObject({ title: 'Check', doneCount: 8, failedCount: 1 });
    expect(describeState(job)).toEqual({ tone: 'good', word: 'Done' });
  });

  it('say how many are through the last while a check holds some', () => {
    const held = createBatch({ tool: 'keyword-generator', doneCount: 7, waitingCount: 2, heldItems: [1, 4] });
    expect(countMade(createJob([createBatch(), held], 'choosing'))).toBe('7 of 2,000 with keywords');
  });

  it('say that a choice will be asked for until the last picture is made', () => {
    const create = (endedAt: string | null, isChosenByHand = true) => ({
      ...createJob([createBatch({ endedAt }), createBatch({ tool: 'upscale', endedAt: null })], 'running'),
      isChosenByHand,
    });
    expect(willAskForChoice(create(null))).toBe(true);
    expect(willAskForChoice(create('2026-11-25T10:10:00Z'))).toBe(false);
    expect(willAskForChoice(create(null, false))).toBe(false);
    expect(willAskForChoice({ ...create(null), state: 'cancelled' })).toBe(false);
  });
});

describe('the state of a job', () => {
  it.each([
    ['scheduled', 'neutral', 'Scheduled'],
    ['running', 'neutral', 'Running'],
    ['choosing', 'warning', 'Waiting for your choice'],
    ['cancelled', 'neutral', 'Cancelled'],
    ['refused', 'bad', 'Not started'],
    ['ended', 'good', 'Done'],
  ] as const)('%s is a word of its own', (state, tone, word) => {
    expect(describeState({ ...createJob([createBatch()]), state })).toEqual({ tone, word });
  });

  it('names a job that is stopping, and missing pictures', () => {
    const active = createBatch({ status: 'processing', endedAt: null });
    expect(describeState(createJob([createBatch(), active], 'cancelled'))).toEqual({
      tone: 'neutral',
      word: 'Stopping',
    });
    expect(describeState(createJob([made, createBatch({ tool: 'keyword-generator' })]))).toEqual({
      tone: 'warning',
      word: 'Partly done',
    });
    for (const missing of [{ failedCount: 1 }, { uncertainCount: 1 }]) {
      const none = createBatch({ tool: 'keyword-generator', doneCount: 0, ...missing });
      expect(describeState(createJob([createBatch(), none]))).toEqual({ tone: 'bad', word: 'Failed' });
    }
  });

  it('runs while something happens without a person', () => {
    const active = createBatch({ status: 'processing' });
    expect(isRunning(createJob([], 'running'))).toBe(true);
    expect(isRunning(createJob([createBatch(), active], 'cancelled'))).toBe(true);
    expect(isRunning(createJob([createBatch()], 'cancelled'))).toBe(false);
    expect(isRunning(createJob([active], 'choosing'))).toBe(false);
  });

  it('is polled as soon as it may have changed', () => {
    const active = createBatch({ status: 'processing' });
    const running = { ...createJob([active], 'running'), isHalfPrice: false };
    expect(findInterval([running])).toBe(2000);
    expect(findInterval([{ ...running, isHalfPrice: true }])).toBe(15_000);
    expect(findInterval([{ ...running, state: 'cancelled' }])).toBe(2000);
    expect(findInterval([{ ...running, state: 'cancelled', batches: [createBatch()] }])).toBe(60_000);
    expect(findInterval([{ ...running, state: 'choosing' }])).toBe(15_000);
    // Some go on while a check holds the others.
    const partly = createBatch({ status: 'processing', doneCount: 5, waitingCount: 2, endedAt: null });
    expect(findInterval([{ ...running, state: 'choosing', batches: [partly] }])).toBe(2000);
    const allHeld = { ...partly, waitingCount: 5 };
    expect(findInterval([{ ...running, state: 'choosing', batches: [allHeld] }])).toBe(15_000);
  });
});

it('says what a job has cost so far, and in the end', () => {
  const describeAs = (state: PipelineState, cost: number, batches = [createBatch()]) =>
    describeJobCost({ state, cost, estimate: 3.4, batches });
  expect(describeAs('scheduled', 0, [])).toBe('About $3.40 in all');
  expect(describeAs('refused', 0, [])).toBe('Not charged');
  expect(describeAs('running', 1.2)).toBe('$1.20 so far, about $3.40 in all');
  expect(describeAs('choosing', 1.2)).toBe('$1.20 so far, about $3.40 in all');
  expect(describeAs('cancelled', 1.2, [createBatch({ status: 'processing' })])).toMatch(/so far/);
  expect(describeAs('cancelled', 1.2)).toBe('Cost $1.20, estimated $3.40');
  expect(describeAs('ended', 3.2)).toBe('Cost $3.20, estimated $3.40');
});

it('calls no stage free whose price is not known yet', () => {
  const { stages } = createRecipe({ upscale: { scale: 2 }, keywords: {} });
  const costs = summarizeStages({ stages, batches: [], total: 8 });
  expect(costs.map(describeStageCost)).toEqual(['', 'Free', '']);
});

it('names models, stages and agency of a recipe', () => {
  const stages = { upscale: { scale: 2 }, keywords: {} };
  const names = describeRecipe(createRecipe(stages, 'adobe-stock')).split(' › ');
  expect(names.slice(1)).toEqual(['Upscale', 'Keywords', 'Adobe Stock']);
  expect(describeRecipe(createRecipe(stages))).toBe(names.slice(0, 3).join(' › '));
  expect(names[0]).not.toContain(',');
  expect(nameAgency(undefined)).toBeUndefined();
});
