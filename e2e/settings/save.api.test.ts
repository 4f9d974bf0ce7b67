import { getPricing } from '@portal/contracts/pricing';
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
    deliveries: 'on',
  });
});

describe('saved settings', () => {
  afterEach(resetSettings);

  test('apply within seconds', async () => {
    expect((await save('pricing', { models: [PRICE] })).status).toBe(200);
    expect((await save('models', { models: { grok: { retiresOn: '2020-01-31' } } })).status).toBe(200);
    await expect
      .poll(async () => (await callApi('GET', getPricing.path, { as: await signInAdmin() })).body)
      .toMatchObject({ models: [PRICE] });
    await expect
      .poll(async () => (await readApiStatus()).retirements)
      .toMatchObject([{ model: 'grok', retiresOn: '2020-01-31', isRetired: true }]);
  });

  test.each([
    ['budget', { monthlyDollars: 500 }],
    ['budget', { monthlyDollars: null }],
    ['tools', { upscaleEngine: 'cloudinary', keywordProvider: 'google', deliveries: 'off' }],
    ['files', { creator: 'Studio Fox', copyright: '© 2026 Studio Fox' }],
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
