import { expect, it } from 'vitest';
import { NO_PRICES } from '../../../tools/generation/estimate.ts';
import { COMPLETE } from '../../../tools/generation/testing/create-values.ts';
import { estimateJob } from './estimate-job.ts';
import { makeDraft, makeLane } from './job-draft.ts';

const preset = { id: 'ink', name: 'Ink', sampleImages: ['ink.webp'], price: 0.04 };
const PRESETS = [
  { ...preset, provider: 'google' as const },
  { ...preset, id: 'oil', provider: 'openai' as const },
];

it.each([
  ['two models of Gemini', ['imagen3', 'openai', 'imagen4'], undefined, 20],
  ['and all pictures that Gemini stylizes', ['imagen3', 'openai', 'imagen4'], 'ink', 50],
  ['only those that Gemini stylizes', ['openai', 'xai'], 'ink', 20],
  ['none that another provider stylizes', ['imagen3', 'openai'], 'oil', 10],
  ['none without Gemini', ['openai', 'xai'], undefined, 0],
] as const)('counts the pictures of Gemini, at any price: %s', (_name, models, style, count) => {
  for (const isHalfPrice of [false, true]) {
    const draft = {
      ...makeDraft(),
      lanes: models.map((model) => makeLane(COMPLETE[model])),
      // A style that was chosen before the stage was switched off.
      stylizer: { isOn: style !== undefined, preset: style ?? 'ink' },
      isChosenByHand: true,
      isHalfPrice,
    };
    const keywords = { price: 0.004, provider: 'openai' as const };
    const prices = { pricing: NO_PRICES, presets: PRESETS, check: undefined, keywords };
    expect(estimateJob(draft, 10, prices).googlePictures).toBe(count);
  }
});

it('keeps the spec’s price of a job, and counts at most what it can cost for budgets', () => {
  const grok = { provider: 'xai', model: 'grok-2-image', price: 0.02 } as const;
  const pricing = { ...NO_PRICES, lately: [{ ...grok, images: 9 }], maximums: [grok] };
  const draft = { ...makeDraft(), lanes: [makeLane(COMPLETE.xai), makeLane(COMPLETE.stability)] };
  const { total, expected, lines } = estimateJob(draft, 100, {
    pricing,
    presets: undefined,
    check: undefined,
    keywords: undefined,
  });
  expect(total).toBeCloseTo(100 * (0.07 + 0.065), 6);
  expect(expected).toBeCloseTo(100 * (0.02 + 0.065), 6);
  expect(lines.map(({ lately }) => lately)).toEqual([0.02, undefined]);
});
