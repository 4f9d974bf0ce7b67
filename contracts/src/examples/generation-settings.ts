/** A request of each provider without prompt and quantity, for tests. */
import type { z } from 'zod';
import type { GenerationSettingsSchema, Provider } from '../generation-request.ts';

export const GENERATION_SETTINGS = {
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
} as const satisfies Record<Provider, z.input<typeof GenerationSettingsSchema>>;
