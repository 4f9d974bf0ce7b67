import {
  GenerationRequestSchema,
  PROVIDER_TITLES,
  type GenerationRequest,
  type Provider,
} from '@portal/contracts/generation-request';
import { hasHalfPrice } from '@portal/contracts/half-price';
import { findPrice } from '@portal/contracts/pricing';
import { defineImageTool } from '../../batches/image-tool.ts';
import type { Attempt, Work } from '../../batches/tool.ts';
import { makeLines } from '../../providers/half-price/make-lines.ts';
import { makeItemQueue, type ItemQueue } from '../../platform/queues/queues.ts';
import { readProviderSettings } from '../../platform/config/config.ts';
import type { Clients } from '../../clients.ts';
import { generateImage } from '../../providers/generate-image.ts';
import { callWithKeys, findKeyShortage } from '../../providers/key-pool.ts';
import { findModel, priceOf } from '../../providers/model-registry.ts';
import { toDollars, type Micros } from '../../spend/micros.ts';
import { chooseItems, makeItemRequest } from './item-request.ts';
import { googleAllowance } from '../../providers/google-allowance.ts';
import { readPricing } from '../../spend/pricing-store.ts';
import { findMaxImageCost } from './max-image-cost.ts';

const QUEUES: Record<Provider, ItemQueue> = {
  openai: makeItemQueue('makeWithOpenai', 'Images with OpenAI', 'openai'),
  google: makeItemQueue('makeWithGoogle', 'Images with Google', 'google'),
  stability: makeItemQueue('makeWithStability', 'Images with Stability', 'stability'),
  xai: makeItemQueue('makeWithXai', 'Images with xAI', 'xai'),
};

export const imageGeneratorTool = defineImageTool<GenerationRequest>({
  name: 'image-generator',
  settings: GenerationRequestSchema,
  queues: Object.values(QUEUES),
  queueOf: ({ provider }) => QUEUES[provider],
  estimate: readPrice,
  findMaxCost: readMaxCost,
  async findWait(clients, { provider }) {
    const shortage = await findKeyShortage(clients, provider, readProviderSettings(provider));
    return shortage && { until: shortage.retryAt };
  },
  isCharged: true,
  attempt,
  halfPrice: {
    findProvider: ({ provider }) => (hasHalfPrice(provider) ? provider : undefined),
    findModel: ({ firestore }, { model }) => findModel(firestore, model),
    makeWork: (request, upstreamModel, items) => ({
      kind: 'generate',
      upstreamModel,
      lines: makeLines(items, ({ variant }) => makeItemRequest(request, variant)),
    }),
    contentTypeOf: ({ outputFormat }) => `image/${outputFormat}`,
  },
  chooseItems,
  images: {
    findMark: async (_clients, { settings, variant }) => ({
      sourceType: 'trainedAlgorithmicMedia',
      system: `${PROVIDER_TITLES[settings.provider]} ${settings.model}`,
      prompt: makeItemRequest(settings, variant).prompt,
    }),
  },
  zipSuffix: '_images',
  allowance: googleAllowance,
});

async function readPrice({ firestore }: Clients, request: GenerationRequest): Promise<number> {
  return findPrice((await readPricing(firestore)).models, request);
}

async function readMaxCost({ firestore }: Clients, request: GenerationRequest): Promise<Micros> {
  const [model, { models }] = await Promise.all([
    findModel(firestore, request.model),
    readPricing(firestore),
  ]);
  return findMaxImageCost(model, models, request);
}

async function attempt(
  clients: Clients,
  { settings: request, variant, signal, onSend }: Work<GenerationRequest>,
): Promise<Attempt> {
  const model = await findModel(clients.firestore, request.model);
  const maxCost = await readMaxCost(clients, request);
  // The estimate may be higher than what was reserved.
  const unreportedPrice = Math.min(await readPrice(clients, request), toDollars(maxCost));
  const answer = await callWithKeys(clients, {
    provider: request.provider,
    settings: readProviderSettings(request.provider),
    call: (access) => generateImage(access, makeItemRequest(request, variant), model.upstreamModel, signal),
    price: (usage) => priceOf(usage, model, unreportedPrice),
    maxCost,
    onSend,
  });
  return answer.kind === 'no-key' ? { kind: 'wait', until: answer.retryAt } : answer;
}
