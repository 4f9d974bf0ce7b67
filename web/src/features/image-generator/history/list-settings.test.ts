import { expect, test } from 'vitest';
import { createBatch } from '../../../tools/generation/testing/create-batch.ts';
import { listSettings } from './list-settings.ts';

test('lists all settings of a batch by display name', () => {
  const batch = createBatch({
    provider: 'stability',
    model: 'sd3.5-large',
    version: 'large',
    stylePreset: 'neon-punk',
    aspectRatio: '16:9',
    outputFormat: 'png',
    cfgScale: 7.5,
    seed: 0,
    negativePrompt: 'people',
  });
  expect(listSettings(batch)).toEqual([
    ['Provider', 'Stable Diffusion'],
    ['Model', 'SD 3.5 Large'],
    ['Version', 'Large'],
    ['Images', '12'],
    ['Aspect ratio', '16:9'],
    ['Output format', 'PNG'],
    ['Style preset', 'Neon punk'],
    ['CFG scale', '7.5'],
    ['Seed', '0'],
    ['Prompt', 'A red fox'],
    ['Negative prompt', 'people'],
  ]);
});

test('names a larger size', () => {
  expect(listSettings(createBatch({ size: '4K' }))).toContainEqual(['Size', '4K']);
});

test('omits settings that the provider does not have', () => {
  const names = listSettings(createBatch({ personGeneration: 'dont_allow', negativePrompt: '' }));
  expect(names).toContainEqual(['Person generation', "Don't allow"]);
  expect(names.map(([name]) => name)).not.toContain('Negative prompt');
  expect(names.map(([name]) => name)).not.toContain('Size');
});
