import { z } from 'zod';
import { defineCall } from './call.ts';
import { ModelSchema, ProviderSchema, type GenerationRequest } from './generation-request.ts';

/** Dollars. No provider charges as much for one image: a price above it is a mistake. */
export const MAX_IMAGE_PRICE = 10;
export const MAX_PRICING_ENTRIES = 500;

export const PricingEntrySchema = z.object({
  provider: ProviderSchema,
  model: ModelSchema,
  /** Dollars an image. */
  price: z
    .number()
    .min(0, 'A price is at least $0.')
    .max(MAX_IMAGE_PRICE, `A price is at most $${MAX_IMAGE_PRICE} an image.`),
  quality: z.string().optional(),
  aspectRatio: z.string().optional(),
  version: z.string().optional(),
});
export type PricingEntry = z.infer<typeof PricingEntrySchema>;

export const PricingSchema = z.object({ models: z.array(PricingEntrySchema).max(MAX_PRICING_ENTRIES) });
export type Pricing = z.infer<typeof PricingSchema>;

/** What is wrong in a document that admins write, and where: `models.3.price`. */
export interface PricingProblem {
  path: string;
  message: string;
}

/** The document `settings/pricing`: a bad entry is left out, and the others count. Without a document there are no entries. */
export function parsePricing(data: unknown): { pricing: Pricing; problems: PricingProblem[] } {
  if (data === undefined) return { pricing: { models: [] }, problems: [] };
  const list = PricingListSchema.safeParse(data);
  if (!list.success) return { pricing: { models: [] }, problems: listProblems(list.error, []) };
  const models: PricingEntry[] = [];
  const problems: PricingProblem[] = [];
  for (const [index, entry] of list.data.models.slice(0, MAX_PRICING_ENTRIES).entries()) {
    const parsed = PricingEntrySchema.safeParse(entry);
    if (parsed.success) models.push(parsed.data);
    else problems.push(...listProblems(parsed.error, ['models', index]));
  }
  if (list.data.models.length > MAX_PRICING_ENTRIES) {
    problems.push({ path: 'models', message: `Only the first ${MAX_PRICING_ENTRIES} entries count.` });
  }
  return { pricing: { models }, problems };
}

const PricingListSchema = z.object({ models: z.array(z.unknown()) });

const listProblems = ({ issues }: z.core.$ZodError, at: readonly PropertyKey[]): PricingProblem[] =>
  issues.map(({ path, message }) => ({ path: [...at, ...path].map(String).join('.'), message }));

/** What of a request decides its price. */
export type Priced = Pick<GenerationRequest, 'provider'> & {
  model: string;
  quality?: string | undefined;
  aspectRatio?: string | undefined;
  version?: string | undefined;
};

export const getPricing = defineCall({
  method: 'GET',
  path: '/api/pricing',
  summary: 'Dollars an image, as the studio has set them.',
  audience: 'staff',
  answer: PricingSchema,
});

const OPTIONAL_FIELDS = ['quality', 'aspectRatio', 'version'] as const;

/** Dollars an image: of the entry that agrees in most of its optional fields, else of the fallback table. */
export function findPrice(entries: readonly PricingEntry[], request: Priced): number {
  const fits = entries
    .filter(
      (entry) =>
        entry.provider === request.provider &&
        entry.model === request.model &&
        OPTIONAL_FIELDS.every((field) => entry[field] === undefined || entry[field] === request[field]),
    )
    .map((entry) => ({
      price: entry.price,
      agreeing: OPTIONAL_FIELDS.filter((field) => entry[field] !== undefined).length,
    }));
  const best = fits.toSorted((one, other) => other.agreeing - one.agreeing)[0];
  return best ? best.price : findFallbackPrice(request);
}

const GPT_PRICES: Record<string, { square: number; other: number }> = {
  low: { square: 0.011, other: 0.016 },
  medium: { square: 0.042, other: 0.063 },
  high: { square: 0.167, other: 0.25 },
};

/**
 * The portal's table, and real prices of three models that it does not name: `gpt-4o` is made by the same model as
 * `gpt-image-1`, the others by models with a list price.
 */
function findFallbackPrice({ provider, model, quality = 'high', aspectRatio, version }: Priced): number {
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
