import { expect, it } from 'vitest';
import { MAX_PRICE_DOLLARS } from './pricing.ts';
import {
  saveAgencies,
  saveBudget,
  saveFiles,
  saveLimits,
  saveModels,
  savePricing,
  saveTools,
  type SettingsName,
} from './studio-settings.ts';

const SAVE = {
  agencies: saveAgencies,
  budget: saveBudget,
  files: saveFiles,
  limits: saveLimits,
  models: saveModels,
  pricing: savePricing,
  tools: saveTools,
};
const PRICE = { provider: 'stability', model: 'sd3.5-large', price: 0.5 } as const;

interface Row {
  name: SettingsName;
  settings: unknown;
  path: string;
}
const INVALID: Row[] = [
  ...['5', -1, 1_000_001, undefined, true].map((monthlyDollars) => ({
    name: 'budget' as const,
    settings: { monthlyDollars },
    path: 'settings.monthlyDollars',
  })),
  { name: 'budget', settings: { monthlyDollars: 5, note: 'x' }, path: 'settings' },
  { name: 'files', settings: { creator: 'x'.repeat(101) }, path: 'settings.creator' },
  { name: 'files', settings: { copyright: 'x'.repeat(129) }, path: 'settings.copyright' },
  { name: 'tools', settings: { deliveries: true }, path: 'settings.deliveries' },
  { name: 'limits', settings: { everyone: -1, people: {} }, path: 'settings.everyone' },
  { name: 'limits', settings: { everyone: null, people: { ada: '5' } }, path: 'settings.people.ada' },
  ...['5', -1, MAX_PRICE_DOLLARS + 0.01, null].map((price) => ({
    name: 'pricing' as const,
    settings: { models: [PRICE, { ...PRICE, model: 'sd3.5-medium', price }] },
    path: 'settings.models.1.price',
  })),
  {
    name: 'pricing',
    settings: { models: [{ ...PRICE, model: 'imagen-9' }] },
    path: 'settings.models.0.model',
  },
  { name: 'pricing', settings: { models: [{ ...PRICE, model: 'grok' }] }, path: 'settings.models.0.model' },
  { name: 'pricing', settings: { models: [PRICE, PRICE] }, path: 'settings.models.1.model' },
  {
    name: 'pricing',
    settings: { models: Array.from({ length: 501 }, () => PRICE) },
    path: 'settings.models',
  },
  { name: 'models', settings: { models: { 'imagen-9': {} } }, path: 'settings.models' },
  {
    name: 'models',
    settings: { models: { grok: { upstreamModel: '' } } },
    path: 'settings.models.grok.upstreamModel',
  },
  {
    name: 'models',
    settings: { models: { grok: { upstreamModel: '../files' } } },
    path: 'settings.models.grok.upstreamModel',
  },
  {
    name: 'models',
    settings: { models: { grok: { price: MAX_PRICE_DOLLARS + 1 } } },
    path: 'settings.models.grok.price',
  },
  {
    name: 'models',
    settings: { models: { grok: { retiresOn: '2027-02-30' } } },
    path: 'settings.models.grok.retiresOn',
  },
  {
    name: 'models',
    settings: { models: { grok: { tokenPrices: { textInput: 1, imageInput: 1, output: -1 } } } },
    path: 'settings.models.grok.tokenPrices.output',
  },
  { name: 'tools', settings: { upscaleEngine: 'openai' }, path: 'settings.upscaleEngine' },
  { name: 'tools', settings: { stylizerProvider: 'xai' }, path: 'settings.stylizerProvider' },
];

it.each(INVALID)('saves no invalid $name: $path', ({ name, settings, path }) => {
  const found = SAVE[name].body?.safeParse({ settings, version: null });
  expect(found?.error?.issues.map((issue) => issue.path.join('.'))).toEqual([path]);
});
