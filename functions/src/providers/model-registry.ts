/** The only place that names upstream models: maps the spec's models to those that providers serve today. */
import {
  RegisteredModelSchema,
  RegisteredNameSchema,
  type RegisteredModel,
  type RegisteredName,
} from '@portal/contracts/studio-settings';
import type { Firestore } from 'firebase-admin/firestore';
import { MODELS } from '../platform/settings/settings-documents.ts';
import { makeSettingsReader } from '../platform/settings/settings-store.ts';
import { toMicrosAtLeast, type Micros } from '../spend/micros.ts';
import type { Usage } from './provider-answer.ts';

export const modelSettings = makeSettingsReader(MODELS);

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
  'sd3.5-large-turbo': { provider: 'stability', upstreamModel: 'sd3.5-large-turbo' },
  grok: GROK_IMAGINE,
  'grok-2-image': GROK_IMAGINE,
  // Price of one picture at the size and quality that the adapters request.
  'stylizer-openai': { ...FLARE, upstreamModel: 'gpt-image-2.5-sunburst', price: 0.06 },
  'stylizer-google': { ...NANO_BANANA, price: 0.04 },
  // Price of the texts for one picture; token prices are unverified.
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

/** Every registered model with the admins' changes. */
export async function listModels(firestore: Firestore) {
  return Promise.all(
    RegisteredNameSchema.options.map(async (name) => ({ name, ...(await findModel(firestore, name)) })),
  );
}

/** An admin's settings replace the default, field by field. */
export async function findModel(firestore: Firestore, model: RegisteredName): Promise<RegisteredModel> {
  const { settings } = await modelSettings.read(firestore);
  return RegisteredModelSchema.parse({ ...DEFAULT_MODELS[model], ...settings?.models[model] });
}

const A_MILLION = 1_000_000;

/** Dollars: as reported, else by tokens, else by the price table. */
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

/**
 * Dollars of a picture in the standard size, by upstream model; what a larger one costs is not verified. xAI's list price, as
 * resellers quote it (https://docs.crazyrouter.com/en/images/grok). What is recorded as spent comes from xAI's response.
 */
const PUBLISHED_PRICES: Partial<Record<string, number>> = { 'grok-imagine-image': 0.02 };

/** What its provider charges for a picture, whatever the studio's settings say. */
export const findPublishedPrice = (
  { upstreamModel }: Pick<RegisteredModel, 'upstreamModel'>,
  isLarger: boolean,
): number | undefined => (isLarger ? undefined : PUBLISHED_PRICES[upstreamModel]);

/** Dollars reserved for a call without a known price. */
const UNKNOWN_PRICE = 1;

interface PictureMaximum {
  /** What the studio expects to pay; it may know of a new price. */
  ownPrice?: number | undefined;
  publishedPrice?: number | undefined;
  /** Counts only if neither tokens nor a published price say what a picture costs. */
  fallbackPrice?: number;
}

/** Maximum cost of a call: what its maximum tokens or its picture cost, or a price that the studio has set, if that is higher. */
export function findMaxCost(
  { tokenPrices, price = 0 }: Pick<RegisteredModel, 'tokenPrices' | 'price'>,
  maxUsage: Usage,
  { ownPrice = 0, publishedPrice = 0, fallbackPrice = 0 }: PictureMaximum = {},
): Micros {
  const charged = Math.max(tokenPrices ? priceTokens(maxUsage, tokenPrices) : 0, publishedPrice);
  const dollars = Math.max(charged > 0 ? charged : fallbackPrice, price, ownPrice);
  return toMicrosAtLeast(dollars > 0 ? dollars : UNKNOWN_PRICE);
}
