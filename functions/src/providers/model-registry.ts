/** The only place that names an upstream model: what the spec calls a model, and what answers to it today. */
import { ModelSchema, ProviderSchema } from '@portal/contracts/generation-request';
import { MAX_IMAGE_PRICE } from '@portal/contracts/pricing';
import type { Firestore } from 'firebase-admin/firestore';
import { z } from 'zod';
import { makeCachedReads } from '../platform/cached-reads.ts';
import { toMicrosAtLeast, type Micros } from '../spend/micros.ts';
import type { Usage } from './provider-answer.ts';

/** Dollars a million: several times what any model costs. */
const MAX_TOKEN_PRICE = 1000;
const TokenPriceSchema = z.number().min(0).max(MAX_TOKEN_PRICE);

const RegisteredModelSchema = z.object({
  provider: ProviderSchema,
  upstreamModel: z.string().min(1),
  /** The day from which the provider no longer serves it. */
  retiresOn: z.iso.date().optional(),
  /** Dollars a million. */
  tokenPrices: z
    .object({
      textInput: TokenPriceSchema,
      imageInput: TokenPriceSchema,
      /** As text where it is missing. */
      cachedInput: TokenPriceSchema.optional(),
      output: TokenPriceSchema,
      thinking: TokenPriceSchema.default(0),
    })
    .optional(),
  /** Dollars an image, or an answer about one, where no usage is reported. */
  price: z.number().min(0).max(MAX_IMAGE_PRICE).optional(),
});
export type RegisteredModel = z.infer<typeof RegisteredModelSchema>;

/** The spec's models, and beside them those that restyle pictures, and that say what is in them. */
const RegisteredNameSchema = z.enum([
  ...ModelSchema.options,
  'stylizer-openai',
  'stylizer-google',
  'keywords-openai',
  'keywords-google',
]);
type RegisteredName = z.infer<typeof RegisteredNameSchema>;

/** The document settings/models: what an admin sets replaces the default, field by field. */
const OverridesSchema = z.object({
  models: z
    .partialRecord(RegisteredNameSchema, RegisteredModelSchema.omit({ provider: true }).partial())
    .default({}),
});

/** Token prices as listed in November 2026. */
const FLARE: RegisteredModel = {
  provider: 'openai',
  upstreamModel: 'gpt-image-2.5-flare',
  tokenPrices: { textInput: 5, imageInput: 8, output: 30, thinking: 0 },
};
const NANO_BANANA: RegisteredModel = {
  provider: 'google',
  upstreamModel: 'gemini-nano-banana-2.1',
  tokenPrices: { textInput: 1.5, imageInput: 1.5, output: 30, thinking: 7.5 },
};
const GROK_IMAGINE: RegisteredModel = { provider: 'xai', upstreamModel: 'grok-imagine-image' };

export const DEFAULT_MODELS: Record<RegisteredName, RegisteredModel> = {
  'gpt-image-1': FLARE,
  'gpt-4o': FLARE,
  gemini: NANO_BANANA,
  imagen3: NANO_BANANA,
  imagen4: NANO_BANANA,
  'sd3.5-medium': { provider: 'stability', upstreamModel: 'sd3.5-medium' },
  'sd3.5-large': { provider: 'stability', upstreamModel: 'sd3.5-large' },
  'sd3.5-large-turbo': { provider: 'stability', upstreamModel: 'sd3.5-large-turbo', price: 0.04 },
  grok: GROK_IMAGINE,
  'grok-2-image': GROK_IMAGINE,
  // Prices of one picture at the size and quality that the adapters ask for.
  'stylizer-openai': { ...FLARE, upstreamModel: 'gpt-image-2.5-sunburst', price: 0.06 },
  'stylizer-google': { ...NANO_BANANA, price: 0.04 },
  // Prices of what is written about one picture; those of tokens are unverified.
  'keywords-openai': {
    provider: 'openai',
    upstreamModel: 'gpt-5.4-mini',
    tokenPrices: { textInput: 0.75, imageInput: 0.75, cachedInput: 0.075, output: 4.5, thinking: 0 },
    price: 0.004,
  },
  'keywords-google': {
    provider: 'google',
    upstreamModel: 'gemini-3.8-flash',
    tokenPrices: { textInput: 0.5, imageInput: 0.5, cachedInput: 0.05, output: 3, thinking: 3 },
    price: 0.003,
  },
};

const LIFE_MS = 10_000;

const overrides = makeCachedReads(LIFE_MS, async (firestore: Firestore) => {
  const document = await firestore.doc('settings/models').get();
  return OverridesSchema.parse(document.data() ?? {}).models;
});

/** Every registered model as it stands today. */
export async function listModels(firestore: Firestore) {
  return Promise.all(
    RegisteredNameSchema.options.map(async (name) => ({ name, ...(await findModel(firestore, name)) })),
  );
}

export async function findModel(firestore: Firestore, model: RegisteredName): Promise<RegisteredModel> {
  const overridden = (await overrides.get(firestore, 'models'))[model];
  return RegisteredModelSchema.parse({ ...DEFAULT_MODELS[model], ...overridden });
}

const A_MILLION = 1_000_000;

/** Dollars: what the provider says, else by its tokens, else by the price table. */
export function priceOf(
  usage: Usage | undefined,
  { tokenPrices, price }: Pick<RegisteredModel, 'tokenPrices' | 'price'>,
  fallbackDollars: number,
): number {
  if (usage?.dollars !== undefined) return usage.dollars;
  return usage && tokenPrices ? priceTokens(usage, tokenPrices) : (price ?? fallbackDollars);
}

const priceTokens = (usage: Usage, prices: NonNullable<RegisteredModel['tokenPrices']>): number =>
  (usage.textInputTokens * prices.textInput +
    usage.imageInputTokens * prices.imageInput +
    (usage.cachedInputTokens ?? 0) * (prices.cachedInput ?? prices.textInput) +
    usage.outputTokens * prices.output +
    (usage.thinkingTokens ?? 0) * prices.thinking) /
  A_MILLION;

/** Dollars that a call without a known price reserves. */
const UNKNOWN_PRICE = 1;

/**
 * The most that a call can cost: by the most tokens that it can use, by the model's flat price, or by what the price table
 * says of it, whichever is more.
 */
export function findMaxCost(
  { tokenPrices, price = 0 }: Pick<RegisteredModel, 'tokenPrices' | 'price'>,
  maxUsage: Usage,
  ...tablePrices: readonly number[]
): Micros {
  const dollars = Math.max(tokenPrices ? priceTokens(maxUsage, tokenPrices) : 0, price, ...tablePrices);
  return toMicrosAtLeast(dollars > 0 ? dollars : UNKNOWN_PRICE);
}
