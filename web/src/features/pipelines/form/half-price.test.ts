import { describe, expect, it } from 'vitest';
import { NO_PRICES } from '../../../tools/generation/estimate.ts';
import { COMPLETE } from '../../../tools/generation/testing/create-values.ts';
import { describeHalfPrice } from './describe-half-price.ts';
import { estimateJob } from './estimate-job.ts';
import { makeDraft, makeLane, type JobDraft } from './job-draft.ts';

const PRICES = {
  pricing: NO_PRICES,
  presets: [],
  check: { price: 0.002, provider: 'openai' as const },
  keywords: { price: 0.004, provider: 'openai' as const },
};
const preset = {
  id: 'ink',
  name: 'Ink',
  sampleImages: ['ink.webp'],
  price: 0.04,
  provider: 'openai' as const,
};
const stylizer = { isOn: true, preset: 'ink' };

function draft(changes: Partial<JobDraft> = {}): JobDraft {
  const made = makeDraft();
  return {
    ...made,
    lanes: [makeLane(COMPLETE.openai), makeLane(COMPLETE.xai)],
    keywords: { ...made.keywords, isOn: true },
    isHalfPrice: true,
    ...changes,
  };
}

describe('estimateJob', () => {
  it('halves what providers offer at half price, and nothing that is made now [D-jobs.3]', () => {
    const { lines, total, saving } = estimateJob(draft(), 10, PRICES);
    const now = estimateJob(draft({ isHalfPrice: false }), 10, PRICES);
    const [gpt = 0, grok = 0] = now.lines.map(({ each = 0 }) => each);
    expect(lines.map(({ each }) => each)).toEqual([gpt / 2, grok, 0.002]);
    expect(total).toBeCloseTo(10 * (gpt / 2 + grok) + 20 * 0.002, 6);
    expect(saving).toBeCloseTo(now.total - total, 6);
    expect(now.saving).toBe(0);
  });

  it('writes keywords at full price after a style', () => {
    const { lines } = estimateJob(draft({ stylizer }), 10, { ...PRICES, presets: [preset] });
    expect(lines.slice(2).map(({ each }) => each)).toEqual([0.02, 0.004]);
  });

  it('checks at full price', () => {
    const { lines } = estimateJob(draft({ check: { isOn: true } }), 10, PRICES);
    expect(lines.slice(2)).toMatchObject([
      { label: 'Check', pictures: 20, each: 0.002 },
      { label: 'Keywords', each: 0.002 },
    ]);
  });
});

describe('describeHalfPrice', () => {
  it('names what is made now', () => {
    expect(describeHalfPrice(draft()).halfPriceHint).toBe(
      'Each stage may take 24 hours. Grok makes its pictures now, at full price.',
    );
    expect(describeHalfPrice(draft({ stylizer })).halfPriceHint).toContain(
      'Keywords are written right away, at full price.',
    );
    expect(describeHalfPrice(draft({ check: { isOn: true } })).halfPriceHint).toContain(
      'Pictures are checked right away, at full price.',
    );
    expect(describeHalfPrice(draft({ isHalfPrice: false })).halfPriceHint).toBeUndefined();
    expect(describeHalfPrice(draft()).halfPriceStages).toBe(2);
  });

  it('cannot be chosen where nothing offers it [D-jobs.2]', () => {
    const made = makeDraft();
    const lanes = [makeLane(COMPLETE.xai), makeLane(COMPLETE.stability)];
    expect(describeHalfPrice({ ...made, lanes }).obstacle).toBe(
      'Grok and Stable Diffusion do not offer half price.',
    );
    expect(describeHalfPrice({ ...made, lanes, stylizer }).obstacle).toBeUndefined();
  });
});
