/** Batches of the Bulk Image Generator, in the API and in Firestore. */
import { GENERATION_SETTINGS } from '@portal/contracts/examples/generation-settings';
import { GenerationBatchSchema, generatorCalls } from '@portal/contracts/image-generator';
import { z } from 'zod';
import type { Account } from './accounts.ts';
import { callApi } from './api.ts';
import { watchBatches } from './batches.ts';

/** The style presets of tools.md 5.2, deliberately not read from the page. */
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
export type ProviderName = keyof typeof GENERATION_SETTINGS;
export const providerNames = Object.keys(GENERATION_SETTINGS).filter(
  (name): name is ProviderName => name in GENERATION_SETTINGS,
);

let prompts = 0;
/** A unique prompt, by which the sandbox counts calls. */
export const makePrompt = (text: string): string => `${text} (${Date.now()}-${(prompts += 1)})`;

export const makeRequest = (
  provider: ProviderName = 'stability',
  overrides: Record<string, unknown> = {},
): Record<string, unknown> => ({ ...common, ...GENERATION_SETTINGS[provider], ...overrides });

const StartedSchema = z.object({ success: z.literal(true), batchId: z.string() });

export async function startBatch(as: Account, request: Record<string, unknown>): Promise<string> {
  const answer = await callApi('POST', '/api/image-generator/generate', { as, body: request });
  if (answer.status !== 202) throw new Error(`Answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return StartedSchema.parse(answer.body).batchId;
}

export const { listBatches, waitForBatch, waitForBatches } = watchBatches(
  generatorCalls.list.path,
  GenerationBatchSchema,
);

export const QUEUES = {
  openai: 'makeWithOpenai',
  google: 'makeWithGoogle',
  stability: 'makeWithStability',
  xai: 'makeWithXai',
};
