import { expect, test } from 'vitest';
import { EMPTY_VALUES } from '../../../tools/generation/form-values.ts';
import { makeDraft, makeLane } from './job-draft.ts';
import { summarizeModels, summarizeStages, summarizeStart } from './summarize-steps.ts';

test('names the models, or the provider of one that has none yet', () => {
  const lanes = [makeLane(), makeLane({ ...EMPTY_VALUES, provider: 'google', model: '' })];
  expect(summarizeModels(lanes)).toBe('GPT Image 1, Gemini');
});

test('says which stages are on, who chooses, and the agency', () => {
  const draft = makeDraft();
  expect(summarizeStages(draft)).toBe('Check, Upscale, Stylize and Keywords are off');
  const chosen = { ...draft, isChosenByHand: true, agency: 'adobe-stock' as const };
  expect(summarizeStages(chosen)).toBe('Check, Upscale, Stylize and Keywords are off · for Adobe Stock');
  const upscale = { isOn: true, scale: 4, enhance: false } as const;
  expect(summarizeStages({ ...chosen, upscale, check: { isOn: true } })).toBe(
    'Check, Upscale 4x · you choose which pictures continue · for Adobe Stock',
  );
});

test('says when the job starts, at which price, and its name', () => {
  const start = { startAt: '', name: ' ', isHalfPrice: false };
  expect(summarizeStart(start)).toBe('Now');
  expect(summarizeStart({ startAt: '2026-11-23T22:00', name: ' Owls', isHalfPrice: true })).toBe(
    'Nov 23, 2026, 10:00 PM · half price · “Owls”',
  );
  expect(summarizeStart({ ...start, startAt: 'tomorrow' })).toBe('tomorrow');
});
