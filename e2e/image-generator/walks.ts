import type { Page } from 'playwright-core';
import { chooseOption } from '../support/directory.ts';
import type { ProviderName } from '../support/generator.ts';
import { choose } from '../support/generator-page.ts';

/** How to fill in a provider's form, and the expected result. */
export interface Walk {
  provider: ProviderName;
  fill: (page: Page) => Promise<unknown>;
  sent: Record<string, unknown>;
  facts: string[];
  /** The first bytes and the extension of its files. */
  start: string;
  ending: 'png' | 'jpg';
}

const PNG = { start: '\x89PNG', ending: 'png' } as const;
const JPEG = { start: '\xff\xd8\xff', ending: 'jpg' } as const;

export type ProviderTitle = 'ChatGPT' | 'Gemini' | 'Stable Diffusion' | 'Grok';

export const WALKS: Record<ProviderTitle, Walk> = {
  ChatGPT: {
    provider: 'openai',
    async fill(page) {
      await choose(page, 'Quality', 'Low');
      await choose(page, 'Aspect ratio', '3:2');
      await choose(page, 'Background', 'Transparent');
    },
    sent: {
      provider: 'openai',
      model: 'gpt-image-1',
      quality: 'low',
      background: 'transparent',
      aspectRatio: '3:2',
      outputFormat: 'png',
    },
    facts: ['ChatGPT', 'GPT Image 1'],
    ...PNG,
  },
  Gemini: {
    provider: 'google',
    async fill(page) {
      await choose(page, 'Model', 'Imagen 4');
      await choose(page, 'Version', 'Standard');
      await choose(page, 'Person generation', 'Adults only');
      await choose(page, 'Aspect ratio', '9:16');
    },
    sent: {
      provider: 'google',
      model: 'imagen4',
      version: 'standard',
      personGeneration: 'allow_adult',
      aspectRatio: '9:16',
      outputFormat: 'png',
    },
    facts: ['Gemini', 'Imagen 4'],
    ...PNG,
  },
  'Stable Diffusion': {
    provider: 'stability',
    async fill(page) {
      await choose(page, 'Version', 'Medium');
      await chooseOption(page, 'Style preset', 'Neon punk');
      await page.getByRole('textbox', { name: 'Negative prompt' }).fill('fog');
      await choose(page, 'Aspect ratio', '16:9');
      await choose(page, 'Output format', 'JPEG');
      await page.getByRole('slider', { name: 'CFG scale' }).press('ArrowRight');
      await page.getByRole('textbox', { name: 'Seed' }).fill('4294967294');
    },
    sent: {
      provider: 'stability',
      model: 'sd3.5-medium',
      version: 'medium',
      stylePreset: 'neon-punk',
      negativePrompt: 'fog',
      aspectRatio: '16:9',
      outputFormat: 'jpeg',
      cfgScale: 7.5,
      seed: 4294967294,
    },
    facts: ['Stable Diffusion', 'SD 3.5 Medium'],
    ...JPEG,
  },
  Grok: {
    provider: 'xai',
    fill: () => Promise.resolve(),
    sent: { provider: 'xai', model: 'grok-2-image', outputFormat: 'jpeg' },
    facts: ['Grok', 'Grok 2 Image'],
    ...JPEG,
  },
};
