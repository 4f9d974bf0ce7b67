import { StageSettingsSchema, type Pipeline } from '@portal/contracts/pipelines';
import { expect, test } from 'vitest';
import { describeExactTime } from '../../ui/relative-time.tsx';
import { describeHalfPriceJob, isHalfPriceStage } from './half-price-stages.ts';

const GPT = {
  provider: 'openai',
  model: 'gpt-image-1',
  quality: 'low',
  background: 'opaque',
  aspectRatio: '1:1',
  outputFormat: 'jpeg',
} as const;
const GROK = { provider: 'xai', model: 'grok-2-image', outputFormat: 'jpeg' } as const;

const batch = (tool: 'image-generator' | 'keyword-generator', startedAt: string | null) => ({
  batchId: tool,
  tool,
  lane: 0,
  chain: 0,
  status: 'processing' as const,
  total: 4,
  doneCount: 0,
  failedCount: 0,
  permanentCount: 0,
  uncertainCount: 0,
  cancelledCount: 0,
  waitingCount: 0,
  estimate: 1,
  cost: 0,
  startedAt,
  endedAt: null,
});
const job = {
  state: 'running',
  createdAt: '2026-11-21T12:00:00.000Z',
  lanes: [GPT, GROK],
  stages: StageSettingsSchema.parse({ keywords: {} }),
  total: 4,
  isHalfPrice: true,
  batches: [batch('image-generator', '2026-11-21T13:00:00.000Z'), batch('keyword-generator', null)],
} satisfies Partial<Pipeline>;

test('a job is due a day after the start of each stage that is not over', () => {
  const due = (time: string) => `Half price, ready by ${describeExactTime(time)} at the latest`;
  expect(describeHalfPriceJob(job)).toBe(due('2026-11-23T13:00:00.000Z'));
  expect(describeHalfPriceJob({ ...job, batches: job.batches.slice(0, 1) })).toBe(
    due('2026-11-22T13:00:00.000Z'),
  );
  expect(describeHalfPriceJob({ ...job, lanes: [GROK] })).toBe(due('2026-11-22T13:00:00.000Z'));
});

test('a job that does not run is not due', () => {
  expect(describeHalfPriceJob({ ...job, state: 'ended' })).toBe('Half price');
  expect(describeHalfPriceJob({ ...job, isHalfPrice: false })).toBeUndefined();
});

test('only some stages wait for half the price', () => {
  const styled = StageSettingsSchema.parse({ stylizer: { preset: 'anime' }, keywords: {} });
  const waits = (tool: Parameters<typeof isHalfPriceStage>[1], changes: Partial<Pipeline> = {}) =>
    isHalfPriceStage({ ...job, ...changes }, tool);
  expect([waits('image-generator'), waits('keyword-generator')]).toEqual([true, true]);
  expect([waits('check'), waits('upscale')]).toEqual([false, false]);
  expect(waits('image-generator', { lanes: [GROK] })).toBe(false);
  expect(waits('keyword-generator', { stages: styled })).toBe(false);
});
