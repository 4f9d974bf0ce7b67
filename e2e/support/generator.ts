/** Batches of the Bulk Image Generator, through the API and as Firestore has them. */
import { GenerationBatchSchema, type GenerationBatch } from '@portal/contracts/image-generator';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { config } from '../config.ts';
import type { Account } from './accounts.ts';
import { callApi } from './api.ts';
import { firestore } from './firestore.ts';

const LOOK_EVERY_MS = 250;

/** The style presets of tools.md 5.2; the tests make it a point not to ask the page for them. */
export const STYLES = [
  'photographic',
  'analog-film',
  'digital-art',
  'enhance',
  'fantasy-art',
  'comic-book',
  'anime',
  'cinematic',
  'isometric',
  'line-art',
  'low-poly',
  'modeling-compound',
  'neon-punk',
  'origami',
  'pixel-art',
  '3d-model',
  'tile-texture',
];

const common = { prompt: 'a paper boat on a pond', quantity: 1 };
const REQUESTS = {
  openai: {
    provider: 'openai',
    model: 'gpt-image-1',
    quality: 'low',
    background: 'opaque',
    aspectRatio: '1:1',
    outputFormat: 'jpeg',
  },
  google: {
    provider: 'google',
    model: 'imagen4',
    version: 'standard',
    personGeneration: 'dont_allow',
    aspectRatio: '1:1',
    outputFormat: 'png',
  },
  stability: {
    provider: 'stability',
    model: 'sd3.5-medium',
    version: 'medium',
    stylePreset: 'photographic',
    aspectRatio: '1:1',
    outputFormat: 'jpeg',
    cfgScale: 5,
  },
  xai: { provider: 'xai', model: 'grok-2-image', outputFormat: 'jpeg' },
};
export type ProviderName = keyof typeof REQUESTS;
export const providerNames = Object.keys(REQUESTS).filter((name): name is ProviderName => name in REQUESTS);

let prompts = 0;
/** The sandbox counts calls by their prompt: one that no other test has used. */
export const makePrompt = (text: string): string => `${text} (${Date.now()}-${(prompts += 1)})`;

export const makeRequest = (
  provider: ProviderName = 'stability',
  overrides: Record<string, unknown> = {},
): Record<string, unknown> => ({ ...common, ...REQUESTS[provider], ...overrides });

const StartedSchema = z.object({ success: z.literal(true), batchId: z.string() });

export async function startBatch(as: Account, request: Record<string, unknown>): Promise<string> {
  const answer = await callApi('POST', '/api/image-generator/generate', { as, body: request });
  if (answer.status !== 202) throw new Error(`Answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return StartedSchema.parse(answer.body).batchId;
}

const ListSchema = z.object({ batches: z.array(GenerationBatchSchema) });

export async function listBatches(as: Account): Promise<GenerationBatch[]> {
  return ListSchema.parse((await callApi('GET', '/api/image-generator/batches', { as })).body).batches;
}

const findBatch = async (as: Account, id: string): Promise<GenerationBatch | undefined> =>
  (await listBatches(as)).find((batch) => batch.id === id);

/** Looks until all batches have ended; one look serves all. */
export async function waitForBatches(
  as: Account,
  ids: readonly string[],
  withinMs = 60_000,
): Promise<GenerationBatch[]> {
  const giveUpAt = Date.now() + withinMs;
  for (;;) {
    const batches = (await listBatches(as)).filter(({ id }) => ids.includes(id));
    if (batches.length === ids.length && batches.every(hasEnded)) {
      return ids.flatMap((id) => batches.find((batch) => batch.id === id) ?? []);
    }
    if (Date.now() > giveUpAt) throw new Error(`Still at work: ${JSON.stringify(batches)}`);
    await sleep(LOOK_EVERY_MS);
  }
}

/** Looks until the batch is as wanted; what it was like at last is in the failure. */
export async function waitForBatch(
  as: Account,
  id: string,
  isWanted: (batch: GenerationBatch) => boolean = hasEnded,
  withinMs = 60_000,
): Promise<GenerationBatch> {
  const giveUpAt = Date.now() + withinMs;
  for (;;) {
    const batch = await findBatch(as, id);
    if (batch && isWanted(batch)) return batch;
    if (Date.now() > giveUpAt) throw new Error(`Batch ${id} is still ${JSON.stringify(batch)}`);
    await sleep(LOOK_EVERY_MS);
  }
}

const hasEnded = ({ status }: GenerationBatch): boolean => status === 'completed' || status === 'failed';

const ItemSchema = z.looseObject({
  index: z.number(),
  state: z.string(),
  attempts: z.number(),
  variant: z.number(),
  worker: z.string().nullable(),
});

export async function readItems(batchId: string): Promise<z.infer<typeof ItemSchema>[]> {
  const items = await firestore.collection(`batches/${batchId}/items`).orderBy('index').get();
  return items.docs.map((item) => ItemSchema.parse(item.data()));
}

const QUEUES = {
  openai: 'makeWithOpenai',
  google: 'makeWithGoogle',
  stability: 'makeWithStability',
  xai: 'makeWithXai',
};

/** Delivers an item's task as Cloud Tasks would, once more. */
export async function deliverAgain(provider: ProviderName, batchId: string, index: number): Promise<number> {
  const url = `${config.functionsUrl}/${config.projectId}/us-central1/${QUEUES[provider]}`;
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-cloudtasks-queuename': QUEUES[provider] },
    body: JSON.stringify({ data: { batchId, index } }),
  });
  await answer.text();
  return answer.status;
}
