import { z } from 'zod';
import { defineCall } from './call.ts';
import {
  ImageSizeSchema,
  ModelSchema,
  ProviderSchema,
  type GenerationRequest,
  type ImageSize,
} from './generation-request.ts';
import { findPixels } from './image-sizes.ts';
import { countOpenaiTokens, isOpenaiQuality } from './openai-tokens.ts';

/** A higher price must be a mistake. */
export const MAX_PRICE_DOLLARS = 10;

const PRICE_MESSAGE = `Enter a price from $0 to $${MAX_PRICE_DOLLARS}`;

/** Dollars per image. */
export const PriceSchema = z
  .number({ error: PRICE_MESSAGE })
  .min(0, PRICE_MESSAGE)
  .max(MAX_PRICE_DOLLARS, PRICE_MESSAGE);

export const PricingEntrySchema = z.strictObject({
  provider: ProviderSchema,
  model: ModelSchema,
  price: PriceSchema,
  quality: z.string().optional(),
  aspectRatio: z.string().optional(),
  version: z.string().optional(),
  /** Absent for the standard size. */
  size: ImageSizeSchema.optional(),
});
export type PricingEntry = z.infer<typeof PricingEntrySchema>;

/** What an image is priced by: an entry without its price. */
const PricedImageSchema = z.object(PricingEntrySchema.omit({ price: true }).shape);
export type PricedImage = z.infer<typeof PricedImageSchema>;

/** From the settings of a batch; undefined if they ask for no image that has a price. */
export function readPricedImage(settings: unknown): PricedImage | undefined {
  const { data } = PricedImageSchema.safeParse(settings);
  if (!data || data.provider === 'openai') return data;
  // The others charge the same for each aspect ratio.
  const { aspectRatio: _aspectRatio, ...image } = data;
  return image;
}

/** The same for images that one entry prices. */
export const pricingKeyOf = ({ model, quality, aspectRatio, version, size }: PricedImage): string =>
  JSON.stringify([model, quality ?? null, aspectRatio ?? null, version ?? null, size ?? null]);

/** What images cost on average. */
export const RealPriceSchema = PricingEntrySchema.extend({ images: z.number().int().positive() });
export type RealPrice = z.infer<typeof RealPriceSchema>;

/** Whether the estimate is wrong by more than a third of it. */
export const isFarOff = (estimate: number, price: number): boolean =>
  Math.abs(price - estimate) > estimate / 3;

export const MAX_REAL_PRICES = 500;

export const PricingSchema = z.object({ models: z.array(PricingEntrySchema).max(500) });
export type Pricing = z.infer<typeof PricingSchema>;

const PriceListSchema = PricingSchema.extend({
  /** What images have cost on average this month, or else in the month before. */
  lately: z.array(RealPriceSchema).max(2 * MAX_REAL_PRICES),
  /** Of a short prompt, where an image cannot cost what is estimated. */
  maximums: z.array(PricingEntrySchema).max(500),
});
export type PriceList = z.infer<typeof PriceListSchema>;

/** The fields of a request that determine its price. */
export type Priced = Pick<GenerationRequest, 'provider'> & {
  model: string;
  quality?: string | undefined;
  aspectRatio?: string | undefined;
  version?: string | undefined;
  size?: ImageSize | undefined;
};

export const getPricing = defineCall({
  method: 'GET',
  path: '/api/pricing',
  summary: 'Dollars per image: as set by the studio, on average lately, and at most.',
  audience: 'staff',
  response: PriceListSchema,
});

const OPTIONAL_FIELDS = ['quality', 'aspectRatio', 'version'] as const;

/** Dollars per image: from the entries, else from the fallback table. */
export const findPrice = (entries: readonly PricingEntry[], request: Priced): number =>
  findEntryPrice(entries, request) ?? findFallbackPrice(request);

/**
 * Dollars per image from the entry that matches the most optional fields. The size must be the same: a larger picture costs a
 * multiple of the standard one.
 */
export function findEntryPrice(entries: readonly PricingEntry[], request: Priced): number | undefined {
  const fits = entries
    .filter(
      (entry) =>
        entry.provider === request.provider &&
        entry.model === request.model &&
        entry.size === request.size &&
        OPTIONAL_FIELDS.every((field) => entry[field] === undefined || entry[field] === request[field]),
    )
    .map((entry) => ({
      price: entry.price,
      agreeing: OPTIONAL_FIELDS.filter((field) => entry[field] !== undefined).length,
    }));
  return fits.toSorted((one, other) => other.agreeing - one.agreeing)[0]?.price;
}

const GPT_PRICES: Record<string, { square: number; other: number }> = {
  low: { square: 0.011, other: 0.016 },
  medium: { square: 0.042, other: 0.063 },
  high: { square: 0.167, other: 0.25 },
};

/**
 * The spec's table, and list prices of what it does not name: three models and the larger sizes. `gpt-4o` uses the same
 * upstream model as `gpt-image-1`.
 */
export function findFallbackPrice(request: Priced): number {
  const { provider, model, quality = 'high', aspectRatio, version } = request;
  const largerPrice = findLargerPrice(request);
  if (largerPrice !== undefined) return largerPrice;
  if (model === 'gpt-image-1' || model === 'gpt-4o') {
    const isOblong = aspectRatio === '2:3' || aspectRatio === '3:2';
    return GPT_PRICES[quality]?.[isOblong ? 'other' : 'square'] ?? 0;
  }
  if (model === 'imagen3') return 0.03;
  if (model === 'imagen4') return version === 'ultra' ? 0.06 : 0.04;
  if (provider === 'xai') return 0.07;
  if (model === 'sd3.5-medium') return 0.035;
  if (model === 'sd3.5-large') return 0.065;
  if (model === 'sd3.5-large-turbo') return 0.04;
  if (model === 'gemini') return 0.0336;
  return 0;
}

/** gpt-image-2.5, per million. */
const GPT_OUTPUT_TOKEN_PRICE = 30;
/** gemini-nano-banana-2.1: 1,680 and 3,780 tokens at $30 per million. */
const GOOGLE_PRICES = { '2K': 0.0504, '4K': 0.1134 };

/** Undefined where the price is that of the standard size. Sources: image-sizes.ts. */
function findLargerPrice(request: Priced): number | undefined {
  const { provider, quality = 'high', size } = request;
  const pixels = findPixels(request);
  if (size === undefined || !pixels) return undefined;
  if (provider === 'openai' && isOpenaiQuality(quality))
    return (countOpenaiTokens(quality, pixels) * GPT_OUTPUT_TOKEN_PRICE) / 1_000_000;
  return provider === 'google' ? GOOGLE_PRICES[size] : undefined;
}
