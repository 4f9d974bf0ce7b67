import { hasHalfPrice, hasHalfPriceKeywords, priceAt } from '@portal/contracts/half-price';
import type { Provider } from '@portal/contracts/generation-request';
import type { Preset } from '@portal/contracts/stylizer';
import type { PriceList } from '@portal/contracts/pricing';
import { findExpectedPrice, findLately, priceEach, readPriced } from '../../../tools/generation/estimate.ts';
import { nameModel, nameProvider } from '@portal/contracts/provider-labels';
import type { JobDraft, LaneDraft } from './job-draft.ts';

/** What things cost, in dollars; undefined until known. */
export interface Prices {
  pricing: PriceList | undefined;
  presets: readonly Preset[] | undefined;
  check: { price: number; provider: Provider } | undefined;
  keywords: { price: number; provider: Provider } | undefined;
}

export interface PriceLine {
  key: string;
  label: string;
  pictures: number;
  /** Dollars for one picture, made now. Undefined if it is not known yet. */
  now: number | undefined;
  /** The same, as this job makes it. */
  each: number | undefined;
  /** The same, as budgets count it. */
  expected: number | undefined;
  /** What such a picture has cost on average. Undefined if none was made. */
  lately?: number | undefined;
}

export interface JobEstimate {
  /** Of the first stage. */
  pictures: number;
  /** Pictures of the google family in all stages, whose number is limited by day. */
  googlePictures: number;
  /** Of all stages. */
  providers: readonly Provider[];
  lines: readonly PriceLine[];
  /** Dollars of the lines that are known. */
  total: number;
  /** The same, as budgets count them. */
  expected: number;
  /** Less than now. */
  saving: number;
  isComplete: boolean;
}

/** 'ChatGPT GPT Image 1', or the provider while no model is chosen. */
const nameLane = ({ values: { provider, model } }: LaneDraft): string =>
  model === '' ? nameProvider(provider) : `${nameProvider(provider)} · ${nameModel(model)}`;

/** A line for each model and each stage that follows. */
export function estimateJob(draft: JobDraft, prompts: number, prices: Prices): JobEstimate {
  const { lanes, check, upscale, stylizer, keywords, isHalfPrice } = draft;
  const pictures = prompts * lanes.length;
  const lines: PriceLine[] = [];
  let googlePictures = prompts * lanes.filter(({ values }) => values.provider === 'google').length;
  const providers: Provider[] = lanes.map(({ values }) => values.provider);
  const add = (
    { expected, ...line }: Omit<PriceLine, 'each' | 'expected'> & { expected?: number | undefined },
    isOffered: boolean,
  ) => {
    const isHalf = isHalfPrice && isOffered;
    const each = line.now === undefined ? undefined : priceAt(line.now, isHalf);
    lines.push({ ...line, each, expected: expected === undefined ? each : priceAt(expected, isHalf) });
  };
  for (const lane of lanes) {
    const priced = readPriced(lane.values);
    const isOffered = hasHalfPrice(lane.values.provider);
    const found =
      priced && prices.pricing
        ? {
            now: priceEach(prices.pricing.models, priced),
            expected: findExpectedPrice(prices.pricing, priced),
            lately: findLately(prices.pricing, priced, isHalfPrice && isOffered),
          }
        : { now: undefined };
    add({ key: lane.id, label: nameLane(lane), pictures: prompts, ...found }, isOffered);
  }
  if (check.isOn) {
    add({ key: 'check', label: 'Check', pictures, now: prices.check?.price }, false);
    if (prices.check) providers.push(prices.check.provider);
  }
  if (upscale.isOn) add({ key: 'upscale', label: `Upscale ${upscale.scale}x`, pictures, now: 0 }, false);
  if (stylizer.isOn) {
    const preset = prices.presets?.find(({ id }) => id === stylizer.preset);
    const label = preset ? `Stylize · ${preset.name}` : 'Stylize';
    if (preset?.provider === 'google') googlePictures += pictures;
    if (preset) providers.push(preset.provider);
    add({ key: 'stylizer', label, pictures, now: preset?.price }, true);
  }
  if (keywords.isOn) {
    const isOffered = hasHalfPriceKeywords(stylizer.isOn);
    add({ key: 'keywords', label: 'Keywords', pictures, now: prices.keywords?.price }, isOffered);
    if (prices.keywords) providers.push(prices.keywords.provider);
  }
  const total = sumOf(lines, ({ each }) => each);
  return {
    pictures,
    googlePictures,
    providers,
    lines,
    total,
    expected: sumOf(lines, ({ expected }) => expected),
    saving: sumOf(lines, ({ now }) => now) - total,
    isComplete: lines.every(({ each }) => each !== undefined),
  };
}

const sumOf = (lines: readonly PriceLine[], read: (line: PriceLine) => number | undefined): number =>
  lines.reduce((sum, line) => sum + line.pictures * (read(line) ?? 0), 0);
