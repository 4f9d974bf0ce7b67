/** What forms know of prices: the studio's own, what images have cost lately, and what they can cost at most. */
import {
  GenerationRequestSchema,
  GPT_ASPECT_RATIOS,
  OpenaiRequestSchema,
  type GenerationRequest,
} from '@portal/contracts/generation-request';
import { findPrice, readPricedImage, type PriceList, type PricingEntry } from '@portal/contracts/pricing';
import type { Firestore } from 'firebase-admin/firestore';
import { findModel } from '../../providers/model-registry.ts';
import { toDollars } from '../../spend/micros.ts';
import { readPricing } from '../../spend/pricing-store.ts';
import { readLatePrices } from '../../spend/real-prices.ts';
import { findMaxImageCost } from './max-image-cost.ts';

export async function listPrices(firestore: Firestore): Promise<PriceList> {
  const [{ models }, lately] = await Promise.all([readPricing(firestore), readLatePrices(firestore)]);
  return { models, lately, maximums: await listMaximums(firestore, models) };
}

/** Those that are lower than the estimate. Estimates of larger sizes are never higher. */
async function listMaximums(firestore: Firestore, entries: readonly PricingEntry[]): Promise<PricingEntry[]> {
  const maximums = await Promise.all(
    listRequests().map(async (request) => {
      const model = await findModel(firestore, request.model);
      const price = toDollars(findMaxImageCost(model, entries, request));
      const image = readPricedImage(request);
      return image && price < findPrice(entries, request) ? [{ ...image, price }] : [];
    }),
  );
  return maximums.flat();
}

/** Of the standard size, one for each price. */
function listRequests(): GenerationRequest[] {
  const openai = OpenaiRequestSchema.shape.quality.options.flatMap((quality) =>
    GPT_ASPECT_RATIOS.map((aspectRatio) => ({
      provider: 'openai',
      model: 'gpt-image-1',
      quality,
      aspectRatio,
      background: 'opaque',
      outputFormat: 'jpeg',
    })),
  );
  const xai = { provider: 'xai', model: 'grok-2-image', outputFormat: 'jpeg' };
  return [...openai, xai].map((settings) =>
    GenerationRequestSchema.parse({ prompt: 'A', quantity: 1, ...settings }),
  );
}
