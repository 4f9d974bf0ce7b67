import { expect, test } from 'vitest';
import { COMPLETE } from '../../../tools/generation/testing/create-values.ts';
import { makeDraft, makeLane, type JobDraft } from './job-draft.ts';
import { judgeSizes } from './judge-sizes.ts';

const SQUARE = { ...COMPLETE.openai, gptAspectRatio: '1:1', gptSize: '' } as const;
const judge = (changes: Partial<JobDraft>, values = SQUARE) =>
  judgeSizes({ ...makeDraft(), lanes: [makeLane(values)], agency: 'adobe-stock', ...changes }, [
    { id: 'ink', name: 'Ink', sampleImages: ['ink.webp'], price: 0.04, provider: 'openai' },
  ]).map(({ isEnough, message }) => `${isEnough} ${message}`);
const upscale = (scale: 2 | 4) => ({ upscale: { isOn: true, scale, enhance: false } });

test('says nothing without an agency, or of a size that is not known', () => {
  expect(judge({ agency: '' })).toEqual([]);
  expect(judge({ lanes: [makeLane(COMPLETE.stability)] })).toEqual([]);
});

test('judges the size after Upscale, and says which scale is enough', () => {
  expect(judge({})).toEqual([
    'false GPT Image 1: 1024 × 1024 px. Adobe Stock would refuse that. Turn on Upscale 2x.',
  ]);
  expect(judge(upscale(2))).toEqual(['true GPT Image 1: 2048 × 2048 px, large enough for Adobe Stock.']);
  expect(judge({ ...upscale(2), agency: '123rf' })).toEqual([
    'false GPT Image 1: 2048 × 2048 px. 123RF would refuse that. Choose Upscale 4x.',
  ]);
  expect(judge({ ...upscale(4), agency: '123rf' })[0]).toMatch(/^true/);
});

test('judges styled pictures by the size of the style', () => {
  expect(judge({ ...upscale(4), stylizer: { isOn: true, preset: 'ink' } })).toEqual([
    'false GPT Image 1: 1024 × 1024 px. Adobe Stock would refuse that. Enlarge the styled pictures after the job.',
  ]);
});

test('says the same of several models once', () => {
  expect(judge({ lanes: [makeLane(SQUARE), makeLane(SQUARE)] })).toHaveLength(1);
});
