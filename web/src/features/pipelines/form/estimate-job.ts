import type { Preset } from '@portal/contracts/stylizer';
import type { PricingEntry } from '@portal/contracts/pricing';
import { priceEach, readPriced } from '../../../shared/generation/estimate.ts';
import { nameModel, nameProvider } from '../../../shared/tools/labels.ts';
import type { JobDraft, LaneDraft } from './job-draft.ts';

/** What things cost, in dollars; undefined until known. */
export interface Prices {
  entries: readonly PricingEntry[] | undefined;
  presets: readonly Preset[] | undefined;
  keywords: number | undefined;
}

export interface PriceLine {
  key: string;
  label: string;
  pictures: number;
  /** Dollars for one picture. Undefined if it is not known yet. */
  each: number | undefined;
}

export interface JobEstimate {
  /** Of the first stage. */
  pictures: number;
  lines: readonly PriceLine[];
  /** Dollars of the lines that are known. */
  total: number;
  isComplete: boolean;
}

/** 'ChatGPT GPT Image 1', or the provider while no model is chosen. */
const nameLane = ({ values: { provider, model } }: LaneDraft): string =>
  model === '' ? nameProvider(provider) : `${nameProvider(provider)} · ${nameModel(model)}`;

/** A line for each model and each stage that follows. */
export function estimateJob(draft: JobDraft, prompts: number, prices: Prices): JobEstimate {
  const { lanes, upscale, stylizer, keywords } = draft;
  const pictures = prompts * lanes.length;
  const lines: PriceLine[] = lanes.map((lane) => {
    const priced = readPriced(lane.values);
    const each = priced && prices.entries ? priceEach(prices.entries, priced) : undefined;
    return { key: lane.id, label: nameLane(lane), pictures: prompts, each };
  });
  if (upscale.isOn) lines.push({ key: 'upscale', label: `Upscale ${upscale.scale}x`, pictures, each: 0 });
  if (stylizer.isOn) {
    const preset = prices.presets?.find(({ id }) => id === stylizer.preset);
    lines.push({
      key: 'stylizer',
      label: preset ? `Stylize · ${preset.name}` : 'Stylize',
      pictures,
      each: preset?.price,
    });
  }
  if (keywords.isOn) lines.push({ key: 'keywords', label: 'Keywords', pictures, each: prices.keywords });
  return {
    pictures,
    lines,
    total: lines.reduce((sum, { pictures: count, each = 0 }) => sum + count * each, 0),
    isComplete: lines.every(({ each }) => each !== undefined),
  };
}
