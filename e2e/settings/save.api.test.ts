import { MAX_PRICE_DOLLARS, getPricing } from '@portal/contracts/pricing';
import type { SettingsName } from '@portal/contracts/studio-settings';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signInAdmin } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { readApiStatus } from '../support/api-status.ts';
import {
  readStudioSettings,
  resetSettings,
  saveSettings,
  settingsDocument,
  writeSettings,
} from '../support/settings.ts';
import { waitForCaches } from '../support/wait-for-caches.ts';

const SECONDS = { timeout: 10_000, interval: 250 };
const PRICE = { provider: 'stability', model: 'sd3.5-large', price: 0.5 } as const;

beforeAll(resetSettings);
afterAll(waitForCaches);

const versionOf = async (name: SettingsName) => (await readStudioSettings())[name].version;

/** The current version. */
const save = async (name: SettingsName, settings: unknown) =>
  saveSettings(name, { settings, version: await versionOf(name) });

test('returns the deployment’s defaults without saved settings', async () => {
  const { budget, pricing, models, tools, problems } = await readStudioSettings();
  expect(problems).toEqual([]);
  expect(budget).toEqual({ settings: null, version: null, default: { monthlyDollars: null } });
  expect(pricing).toMatchObject({ settings: null, version: null });
  expect(models).toMatchObject({
    settings: null,
    default: { 'gpt-image-1': { provider: 'openai', upstreamModel: 'gpt-image-2.5-flare' } },
  });
  expect(tools.default).toEqual({
    upscaleEngine: 'on-device',
    stylizerProvider: 'openai',
    keywordProvider: 'openai',
  });
});

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

test.each(INVALID.map((row) => ({ ...row, title: JSON.stringify(row.settings).slice(0, 50) })))(
  'rejects $name $title',
  async ({ name, settings, path }) => {
    const { status, body } = await saveSettings(name, { settings, version: null });
    expect({ status, body }).toMatchObject({ status: 400, body: { details: [{ path }] } });
    expect((await settingsDocument(name).get()).exists).toBe(false);
  },
);

describe('saved settings', () => {
  afterEach(resetSettings);

  test('apply within seconds', async () => {
    expect((await save('pricing', { models: [PRICE] })).status).toBe(200);
    expect((await save('models', { models: { grok: { retiresOn: '2020-01-31' } } })).status).toBe(200);
    await expect
      .poll(async () => (await callApi('GET', getPricing.path, { as: await signInAdmin() })).body, SECONDS)
      .toEqual({ models: [PRICE] });
    await expect
      .poll(async () => (await readApiStatus()).retirements, SECONDS)
      .toMatchObject([{ model: 'grok', retiresOn: '2020-01-31', isRetired: true }]);
  });

  test.each([
    ['budget', { monthlyDollars: 500 }],
    ['budget', { monthlyDollars: null }],
    ['tools', { upscaleEngine: 'cloudinary', keywordProvider: 'google' }],
  ] as const)('is answered and read again: %s %o', async (name, settings) => {
    const { body } = await save(name, settings);
    expect(body).toMatchObject({ [name]: { settings, version: expect.any(String) }, problems: [] });
    expect(await readStudioSettings()).toEqual(body);
  });

  test('are removed when cleared, and the default applies', async () => {
    await save('budget', { monthlyDollars: 500 });
    expect((await save('budget', null)).body).toMatchObject({ budget: { settings: null, version: null } });
    expect((await settingsDocument('budget').get()).exists).toBe(false);
  });

  test('are not overwritten by an admin with outdated values', async () => {
    const seen = await versionOf('budget');
    expect((await save('budget', { monthlyDollars: 500 })).status).toBe(200);
    for (const settings of [{ monthlyDollars: 9 }, null]) {
      const stale = await saveSettings('budget', { settings, version: seen });
      expect({ status: stale.status, body: stale.body }).toMatchObject({
        status: 409,
        body: { code: 'conflict', error: expect.stringContaining('Someone else has changed') },
      });
    }
    expect((await readStudioSettings()).budget.settings).toEqual({ monthlyDollars: 500 });
  });

  test('are saved once when two admins save at the same time', async () => {
    const version = await versionOf('budget');
    const answers = await Promise.all(
      [1, 2].map((monthlyDollars) => saveSettings('budget', { settings: { monthlyDollars }, version })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  });

  test('stay in effect while Firestore holds invalid values, which the next save removes', async () => {
    await save('budget', { monthlyDollars: 500 });
    await writeSettings('budget', { monthlyDollars: '5' });
    const { budget, problems } = await readStudioSettings();
    expect(budget.settings).toEqual({ monthlyDollars: 500 });
    expect(problems).toEqual([
      {
        document: 'budget',
        field: 'monthlyDollars',
        message: 'Enter an amount from $0 to $1,000,000',
        fallback: 'last-good',
        value: '500',
      },
    ]);
    expect((await save('budget', { monthlyDollars: 600 })).body).toMatchObject({
      budget: { settings: { monthlyDollars: 600 } },
      problems: [],
    });
  });
});
