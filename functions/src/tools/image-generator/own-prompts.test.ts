import type { GenerationRequest } from '@portal/contracts/generation-request';
import { Timestamp } from 'firebase-admin/firestore';
import { expect, it } from 'vitest';
import { NO_ITEMS } from '../../batches/store/item-views.ts';
import { nameImageFile } from '../../batches/store/media-names.ts';
import type { Batch } from '../../batches/store/batch-store.ts';
import { findMaxGenerationUsage } from '../../providers/max-usage.ts';
import { imageGeneratorTool } from './image-generator-tool.ts';
import { chooseItems, makeItemRequest } from './item-request.ts';

const prompts = [
  { prompt: 'a fox', name: 'Fox/1', seed: 7, negativePrompt: 'text' },
  { prompt: 'an owl in the snow at night' },
  { prompt: 'a hare', name: 'fox_1.PNG' },
];
const XAI: GenerationRequest = {
  provider: 'xai',
  model: 'grok-2-image',
  outputFormat: 'jpeg',
  prompt: 'a fox',
  quantity: prompts.length,
  prompts,
};
const STABILITY: GenerationRequest = {
  provider: 'stability',
  model: 'sd3.5-medium',
  version: 'medium',
  stylePreset: 'photographic',
  aspectRatio: '1:1',
  outputFormat: 'png',
  cfgScale: 5,
  negativePrompt: 'blur',
  seed: 100,
  prompt: 'a fox',
  quantity: prompts.length,
  prompts,
};

it('asks for the prompt, the negative prompt and the seed of each picture', () => {
  expect(prompts.map((_, variant) => makeItemRequest(STABILITY, variant))).toMatchObject([
    { prompt: 'a fox', negativePrompt: 'text', seed: 7 },
    { prompt: 'an owl in the snow at night', negativePrompt: 'blur', seed: 101 },
    { prompt: 'a hare', negativePrompt: 'blur', seed: 102 },
  ]);
});

it('sends seed and negative prompt only to Stability', () => {
  const request = makeItemRequest(XAI, 0);
  expect(request).toEqual({
    provider: 'xai',
    model: 'grok-2-image',
    outputFormat: 'jpeg',
    prompt: 'a fox',
    quantity: 3,
  });
});

it('retries keep the prompt, the name and the seed of each picture', () => {
  const { settings, variants } = chooseItems(STABILITY, [2, 0]);
  expect(variants).toEqual([0, 1]);
  expect(settings).toMatchObject({ quantity: 2, prompt: 'a hare' });
  expect(variants.map((variant) => makeItemRequest(settings, variant))).toMatchObject([
    { prompt: 'a hare', seed: 102 },
    { prompt: 'a fox', seed: 7, negativePrompt: 'text' },
  ]);
});

it('retries without a list keep their variants', () => {
  const { prompts: _, ...same } = STABILITY;
  expect(chooseItems(same, [4, 2])).toEqual({ settings: { ...same, quantity: 2 }, variants: [4, 2] });
});

it("writes the picture's own prompt into its mark", async () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- needs no clients
  const mark = await imageGeneratorTool.images?.findMark({} as never, {
    settings: XAI,
    variant: 1,
    picture: undefined,
  });
  expect(mark).toMatchObject({ prompt: 'an owl in the snow at night' });
});

it('reserves for the longest prompt', () => {
  expect(findMaxGenerationUsage(XAI).textInputTokens).toBe(0);
  const openai = { ...XAI, provider: 'google', model: 'imagen3', personGeneration: 'dont_allow' } as const;
  const usage = findMaxGenerationUsage({ ...openai, aspectRatio: '1:1', outputFormat: 'png' });
  expect(usage.textInputTokens).toBe('an owl in the snow at night'.length + 100);
});

const createBatch = (settings: object, name = 'My batch'): Batch => ({
  id: 'batch',
  tool: 'image-generator',
  owner: 'ada',
  name,
  settings: { ...settings },
  uploads: null,
  total: 3,
  window: 5,
  estimate: 0,
  createdAt: Timestamp.now(),
  expiresAt: Timestamp.now(),
  endedAt: null,
  cancelledAt: null,
  deletedAt: null,
  filesDeleted: false,
  storedBytes: 0,
  storedFiles: 0,
  allowanceDay: null,
  retried: { failed: null, uncertain: null },
  items: NO_ITEMS,
});

it('names files after their prompts, each name once, and the others by number', () => {
  const batch = createBatch(XAI);
  const nameAll = () => prompts.map((_, index) => nameImageFile(batch, index, 'jpg'));
  expect(nameAll()).toEqual(['Fox_1.jpg', 'My_batch_002.jpg', 'fox_1-2.jpg']);
  batch.name = 'Renamed';
  expect(nameAll()).toEqual(['Fox_1.jpg', 'Renamed_002.jpg', 'fox_1-2.jpg']);
  expect(nameImageFile(createBatch({ ...XAI, prompts: undefined }), 0, 'jpg')).toBe('My_batch_001.jpg');
});

it.each([
  ['../../etc/passwd', '_.._etc_passwd'],
  ['fox\u202e.png', 'fox'],
  ['v1.5 fox', 'v1.5 fox'],
  ['狐'.repeat(150), '狐'.repeat(73)],
  ['...', 'image'],
])('makes a file name of %s', (name, expected) => {
  const batch = createBatch({ ...XAI, prompts: [{ prompt: 'a fox', name }] });
  expect(nameImageFile(batch, 0, 'png')).toBe(`${expected}.png`);
});
