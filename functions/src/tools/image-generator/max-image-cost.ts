/** What an image can cost at most, whatever it is estimated at. See docs/decisions/005. */
import type { GenerationRequest } from '@portal/contracts/generation-request';
import { findEntryPrice, findFallbackPrice, type PricingEntry } from '@portal/contracts/pricing';
import type { RegisteredModel } from '@portal/contracts/studio-settings';
import { findMaxGenerationUsage } from '../../providers/max-usage.ts';
import { findMaxCost, findPublishedPrice } from '../../providers/model-registry.ts';
import type { Micros } from '../../spend/micros.ts';

/** `entries`: the studio's own prices. */
export const findMaxImageCost = (
  model: RegisteredModel,
  entries: readonly PricingEntry[],
  request: GenerationRequest,
): Micros =>
  findMaxCost(model, findMaxGenerationUsage(request), {
    ownPrice: findEntryPrice(entries, request),
    publishedPrice: findPublishedPrice(model, request.size !== undefined),
    fallbackPrice: findFallbackPrice(request),
  });
