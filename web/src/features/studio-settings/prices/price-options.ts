import {
  GPT_ASPECT_RATIOS,
  IMAGEN_ASPECT_RATIOS,
  LARGER_SIZES,
  OpenaiRequestSchema,
  STABILITY_ASPECT_RATIOS,
  type Model,
  type Provider,
} from '@portal/contracts/generation-request';
import { findPrice, type PricingEntry } from '@portal/contracts/pricing';
import { PROVIDER_OF } from '@portal/contracts/studio-settings';
import { formatRate } from './format-rate.ts';

export const OPTION_NAMES = ['quality', 'aspectRatio', 'version', 'size'] as const;
export type OptionName = (typeof OPTION_NAMES)[number];

const BY_PROVIDER: Record<Provider, Partial<Record<OptionName, readonly string[]>>> = {
  openai: {
    quality: OpenaiRequestSchema.shape.quality.options,
    aspectRatio: GPT_ASPECT_RATIOS,
    size: LARGER_SIZES.openai,
  },
  google: { aspectRatio: IMAGEN_ASPECT_RATIOS, size: LARGER_SIZES.google },
  stability: { aspectRatio: STABILITY_ASPECT_RATIOS },
  xai: { size: LARGER_SIZES.xai },
};
const VERSIONS: Partial<Record<Model, readonly string[]>> = {
  imagen4: ['standard', 'ultra'],
};

/** The values that a request for the model can have. */
export const listOptions = (model: Model, name: OptionName): readonly string[] =>
  (name === 'version' ? VERSIONS[model] : BY_PROVIDER[PROVIDER_OF[model]][name]) ?? [];

/** The default price of the requests that an entry matches, or their range: '$0.011 – $0.25'. */
export function describeDefaultPrice(entry: Omit<PricingEntry, 'price' | 'provider'>): string {
  const { model, size } = entry;
  const valuesOf = (name: OptionName) => {
    const given = entry[name];
    if (given !== undefined) return [given];
    const offered = listOptions(model, name);
    return offered.length > 0 ? offered : [undefined];
  };
  const prices = valuesOf('quality').flatMap((quality) =>
    valuesOf('aspectRatio').flatMap((aspectRatio) =>
      valuesOf('version').map((version) =>
        findPrice([], { provider: PROVIDER_OF[model], model, quality, aspectRatio, version, size }),
      ),
    ),
  );
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)];
  if (highest === 0) return 'None';
  return lowest === highest ? formatRate(lowest) : `${formatRate(lowest)} – ${formatRate(highest)}`;
}
