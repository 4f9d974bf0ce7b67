import { PipelineRequestSchema } from '@portal/contracts/pipelines';
import { expect, test } from 'vitest';
import { NO_PRICES } from '../../../tools/generation/estimate.ts';
import { DEFAULT_VALUES, type FormValues } from '../../../tools/generation/form-values.ts';
import { COMPLETE } from '../../../tools/generation/testing/create-values.ts';
import { estimateJob } from './estimate-job.ts';
import { fromRecipe } from './from-recipe.ts';
import { makeDraft, makeLane, type JobDraft } from './job-draft.ts';
import { findProblems, toPipeline, toRecipe } from './to-pipeline.ts';

const NOW = Date.parse('2026-11-23T12:00:00Z');
const GPT: FormValues = {
  ...DEFAULT_VALUES,
  gptQuality: 'medium',
  gptBackground: 'opaque',
  gptOutputFormat: 'png',
};
const createDraft = (overrides: Partial<JobDraft> = {}): JobDraft => ({
  ...makeDraft(),
  lanes: [makeLane(GPT)],
  ...overrides,
});
const enter = (count: number) => ({
  prompts: Array.from({ length: count }, (_, index) => ({ prompt: `Fox ${index}` })),
  total: count,
  problems: [],
  isExpanding: false,
  loadError: null,
});
const messages = (draft: JobDraft, count = 1) =>
  findProblems(draft, enter(count), NOW).map(({ message }) => message);

test('names what is missing, in the order of the form', () => {
  const draft = createDraft({
    lanes: [makeLane(GPT), makeLane()],
    stylizer: { isOn: true, preset: '' },
    startAt: '2026-11-22T10:00',
  });
  expect(messages(draft, 0)).toEqual([
    'Add at least one prompt.',
    'Model 2: choose Quality, Background, and Output format',
    'Stylize: choose a style.',
    'The start is in the past. Choose a later time.',
  ]);
  expect(messages(createDraft())).toEqual([]);
  expect(messages(createDraft({ startAt: '2027-01-22T10:00' }))).toEqual(['Choose a start within 14 days.']);
});

test('says how many prompts fit with so many models', () => {
  const draft = createDraft({ lanes: [makeLane(GPT), makeLane(GPT), makeLane(GPT)] });
  expect(messages(draft, 333)).toEqual([]);
  expect(messages(draft, 334)).toEqual([
    'A job can have at most 1,000 pictures. With 3 models, use at most 333 prompts.',
  ]);
});

test('makes a request that the server accepts, without what is off or empty', () => {
  const draft = createDraft({
    upscale: { isOn: true, scale: 4, enhance: true },
    isChosenByHand: true,
    name: ' Foxes ',
    startAt: '2026-11-23T22:00',
  });
  const request = toPipeline(draft, enter(2).prompts);
  expect(PipelineRequestSchema.parse(request)).toEqual({
    prompts: [{ prompt: 'Fox 0' }, { prompt: 'Fox 1' }],
    lanes: [
      {
        provider: 'openai',
        model: 'gpt-image-1',
        quality: 'medium',
        background: 'opaque',
        aspectRatio: '1:1',
        outputFormat: 'png',
      },
    ],
    stages: { upscale: { scale: 4, enhance: true } },
    isChosenByHand: true,
    isHalfPrice: false,
    name: 'Foxes',
    startAt: new Date('2026-11-23T22:00').toISOString(),
  });
  // A check or no stage is nothing to choose for.
  const checked = toPipeline(createDraft({ isChosenByHand: true, check: { isOn: true } }), enter(1).prompts);
  expect(checked).toMatchObject({ stages: { check: {} }, isChosenByHand: false });
  expect(toPipeline(createDraft({ isChosenByHand: true }), enter(1).prompts)?.isChosenByHand).toBe(false);
  // A choice of half price that another model has hidden.
  const isHalfPrice = (values: FormValues) =>
    toRecipe(createDraft({ lanes: [makeLane(values)], isHalfPrice: true }))?.isHalfPrice;
  expect([isHalfPrice(GPT), isHalfPrice(COMPLETE.xai)]).toEqual([true, false]);
});

test('a recipe fills the form with the same job', () => {
  const draft = createDraft({
    check: { isOn: true },
    keywords: { isOn: true, options: { ...makeDraft().keywords.options, context: 'Winter' } },
    agency: 'adobe-stock',
  });
  const recipe = toRecipe(draft);
  expect(recipe && toRecipe(fromRecipe(recipe, createDraft({ name: 'Kept' })))).toEqual(recipe);
  expect(recipe && fromRecipe(recipe, createDraft({ name: 'Kept' })).name).toBe('Kept');
  expect(toRecipe(createDraft({ lanes: [makeLane()] }))).toBeUndefined();
});

test('adds up the price of all models and stages', () => {
  const draft = createDraft({
    lanes: [makeLane(GPT), makeLane({ ...GPT, gptQuality: 'low' })],
    check: { isOn: true },
    upscale: { isOn: true, scale: 2, enhance: false },
    keywords: { isOn: true, options: makeDraft().keywords.options },
  });
  const estimate = estimateJob(draft, 60, {
    pricing: NO_PRICES,
    presets: undefined,
    check: { price: 0.002, provider: 'openai' as const },
    keywords: { price: 0.004, provider: 'openai' as const },
  });
  expect(estimate.lines.map(({ label, pictures, each }) => [label, pictures, each])).toEqual([
    ['ChatGPT · GPT Image 1', 60, 0.042],
    ['ChatGPT · GPT Image 1', 60, 0.011],
    ['Check', 120, 0.002],
    ['Upscale 2x', 120, 0],
    ['Keywords', 120, 0.004],
  ]);
  expect(estimate.total).toBeCloseTo(60 * 0.053 + 120 * 0.006);
  expect(estimate.isComplete).toBe(true);
  const unknown = estimateJob(draft, 60, {
    pricing: NO_PRICES,
    presets: undefined,
    check: undefined,
    keywords: undefined,
  });
  expect(unknown.isComplete).toBe(false);
});
