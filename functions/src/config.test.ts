import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import {
  readAccessSettings,
  readAppCheckSettings,
  readCacheMs,
  readCloudinarySettings,
  readEngineSettings,
  readGoogleDailyImages,
  readMonthlyBudget,
  readProviderSettings,
  readPublicSettings,
} from './config.ts';

afterEach(() => vi.unstubAllEnvs());

it('reads names and limits from params, and keys from one secret [D-names-and-settings.1, D-names-and-settings.2]', () => {
  vi.stubEnv('COMPANY_DOMAIN', 'atelier.example');
  vi.stubEnv('FIRST_ADMINS', 'one@atelier.example, two@atelier.example');
  vi.stubEnv('EXTERNAL_EMAILS', 'agent@elsewhere.example');
  vi.stubEnv('PRODUCT_NAME', 'Atelier');
  vi.stubEnv('SIGN_IN_PROVIDER_NAME', 'Atelier ID');
  vi.stubEnv('GOOGLE_DAILY_IMAGES', '40');
  vi.stubEnv('CALL_TIMEOUT_SECONDS', '90');
  vi.stubEnv('MONTHLY_BUDGET_USD', '250.5');
  vi.stubEnv('OPENAI_BASE_URL', 'http://127.0.0.1:1/v1');
  const cloudinary = { cloudName: 'atelier', apiKey: 'k', apiSecret: 's' };
  vi.stubEnv('PROVIDER_KEYS', JSON.stringify({ openai: ['first', 'second'], cloudinary }));

  expect(readAccessSettings()).toMatchObject({
    companyDomain: 'atelier.example',
    externalEmails: ['agent@elsewhere.example'],
    firstAdmins: ['one@atelier.example', 'two@atelier.example'],
  });
  expect(readPublicSettings()).toMatchObject({
    productName: 'Atelier',
    companyDomain: 'atelier.example',
    signInProviderName: 'Atelier ID',
  });
  expect(readGoogleDailyImages()).toBe(40);
  expect(readEngineSettings()).toMatchObject({ callTimeoutMs: 90_000 });
  expect(readMonthlyBudget()).toBe(250.5);
  expect(readProviderSettings('openai')).toEqual({
    baseUrl: 'http://127.0.0.1:1/v1',
    keys: ['first', 'second'],
  });
  expect(readProviderSettings('xai').keys).toEqual([]);
  expect(readCloudinarySettings()).toMatchObject(cloudinary);
});

it('has no budget without a setting', () => {
  vi.stubEnv('MONTHLY_BUDGET_USD', '');
  expect(readMonthlyBudget()).toBeUndefined();
});

it('caches for two seconds without a setting', () => {
  vi.stubEnv('CACHE_SECONDS', '');
  expect(readCacheMs()).toBe(2000);
  vi.stubEnv('CACHE_SECONDS', '0.2');
  expect(readCacheMs()).toBe(200);
});

it.each([
  ['PRODUCT_NAME', () => readPublicSettings().productName, 'the product'],
  ['CALL_TIMEOUT_SECONDS', () => readEngineSettings().callTimeoutMs, 180_000],
  ['MONTHLY_BUDGET_USD', readMonthlyBudget, undefined],
])('uses the default of %s when it is empty', (name, read, fallback) => {
  vi.stubEnv(name, '');
  expect(read()).toBe(fallback);
});

it('names the invalid setting', () => {
  vi.stubEnv('CALL_TIMEOUT_SECONDS', 'soon');
  expect(readEngineSettings).toThrow('CALL_TIMEOUT_SECONDS');
});

it('documents every setting', () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');
  const names: string[] = read('src/config.ts').match(/(?<=defineSetting\(\s*')[A-Z_]+/g) ?? [];
  expect(names.length).toBeGreaterThan(20);
  const documented = read('../docs/operations/settings.md');
  const isDocumented = (name: string) =>
    documented.includes(`\`${name}\``) || (name.endsWith('_BASE_URL') && documented.includes('_BASE_URL'));
  expect(names.filter((name) => !isDocumented(name))).toEqual([]);
  const inExample: string[] = read('.env.example').match(/^[A-Z_]+(?==)/gm) ?? [];
  expect(inExample.filter((name) => !names.includes(name))).toEqual([]);
});

it('rejects an invalid secret', () => {
  vi.stubEnv('PROVIDER_KEYS', JSON.stringify({ openai: 'not a list' }));
  expect(() => readProviderSettings('openai')).toThrow('openai');
});

it('tells the web app of App Check only if both of its settings have a value', () => {
  expect(readPublicSettings()).not.toHaveProperty('appCheck');
  vi.stubEnv('APP_CHECK_SITE_KEY', 'site-key');
  expect(readAppCheckSettings).toThrow('App Check needs both');
  vi.stubEnv('APP_CHECK_APP_ID', '1:123:web:abc');
  expect(readPublicSettings()).toMatchObject({ appCheck: { siteKey: 'site-key', appId: '1:123:web:abc' } });
  expect(readAppCheckSettings()).toMatchObject({ isEnforced: false });
  vi.stubEnv('APP_CHECK_SITE_KEY', '');
  vi.stubEnv('APP_CHECK_APP_ID', '');
  vi.stubEnv('APP_CHECK_ENFORCED', 'true');
  expect(readAppCheckSettings).toThrow('App Check needs both');
});
