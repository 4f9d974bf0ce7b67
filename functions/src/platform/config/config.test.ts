import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  assertDeployable,
  readAccessSettings,
  readAlertWebhook,
  readAppCheckSettings,
  readCacheMs,
  readCloudinarySettings,
  readEngineSettings,
  readGoogleDailyImages,
  readMonthlyBudget,
  readProviderSettings,
  readPublicSettings,
} from './config.ts';
import { listDeliveryTargets, readDeliveryAccount } from './secrets.ts';

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

it('tells browsers nothing about the external emails', () => {
  const settings = readPublicSettings();
  vi.stubEnv('EXTERNAL_EMAILS', 'agent@elsewhere.example,other@elsewhere.example');
  expect(readPublicSettings()).toEqual(settings);
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

it('posts alerts to encrypted addresses only', () => {
  vi.stubEnv('ALERT_WEBHOOK_URL', '');
  expect(readAlertWebhook()).toBeUndefined();
  vi.stubEnv('ALERT_WEBHOOK_URL', 'https://hooks.slack.com/services/T0/B0/x');
  expect(readAlertWebhook()).toBe('https://hooks.slack.com/services/T0/B0/x');
  for (const address of [
    'http://chat.example/x',
    'http://127.0.0.1.chat.example',
    'ftp://127.0.0.1',
    'chat',
  ]) {
    vi.stubEnv('ALERT_WEBHOOK_URL', address);
    expect(readAlertWebhook, address).toThrow('ALERT_WEBHOOK_URL');
  }
});

it('names the invalid setting', () => {
  vi.stubEnv('CALL_TIMEOUT_SECONDS', 'soon');
  expect(readEngineSettings).toThrow('CALL_TIMEOUT_SECONDS');
});

describe('a deployment', () => {
  const deploy = (settings: Record<string, string>) => {
    const environment = {
      FUNCTIONS_CONTROL_API: 'true',
      // Real projects may have such an id.
      GCLOUD_PROJECT: 'demo-studio',
      WEB_API_KEY: 'AIzaKeyOfTheWebApp',
      COMPANY_DOMAIN: 'atelier.studio',
      FIRST_ADMINS: 'ada@atelier.studio',
      EXTERNAL_EMAILS: 'bo@agency.com, cy@retouch.com',
      ...settings,
    };
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    return assertDeployable;
  };

  it('accepts valid settings', () => {
    expect(deploy({})).not.toThrow();
  });

  it('lists everything that is missing or invalid', () => {
    const wrong = {
      WEB_API_KEY: '',
      COMPANY_DOMAIN: '@atelier.studio',
      FIRST_ADMINS: 'ada@atelier.studio,bo',
      REGION: 'Europe',
      API_MIN_INSTANCES: '9',
      CALL_TIMEOUT_SECONDS: '1700',
      STYLIZER_PROVIDER: 'mine',
      OPENAI_BASE_URL: 'http://127.0.0.1:9699/openai/v1',
    };
    const problems = [
      'functions/.env.demo-studio',
      ...Object.keys(wrong),
      'WEB_API_KEY: is required',
      '"bo" is not an email address',
    ];
    for (const problem of problems) expect(deploy(wrong)).toThrow(problem);
    expect(deploy(wrong)).not.toThrow('EXTERNAL_EMAILS');
  });

  it.each([
    { WEB_API_KEY: 'local' },
    { COMPANY_DOMAIN: 'studio.example' },
    { COMPANY_DOMAIN: 'example.com' },
    { FIRST_ADMINS: 'admin@studio.example' },
    { EXTERNAL_EMAILS: 'partner@agency.example,retoucher@freelance.example' },
  ])('rejects the example %o', (settings) => {
    expect(deploy(settings)).toThrow('is an example');
  });

  it.each(['bo@agency.com', 'bo@agency.com, bo@agency.com', 'bo@agency.com,cy@retouch.com,di@retouch.com'])(
    'needs exactly two external emails, not %s [P9.1]',
    (emails) => {
      expect(deploy({ EXTERNAL_EMAILS: emails })).toThrow(
        'EXTERNAL_EMAILS: must be exactly two different email addresses, separated by a comma; whitelist others in the user directory',
      );
    },
  );

  it('is checked only outside the emulators', () => {
    expect(deploy({ FUNCTIONS_EMULATOR: 'true', WEB_API_KEY: 'local' })).not.toThrow();
  });
});

it('documents every setting', () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, '../../..', path), 'utf8');
  const names: string[] =
    read('src/platform/config/config.ts').match(/(?<=defineSetting\(\s*')[A-Z_]+/g) ?? [];
  expect(names.length).toBeGreaterThan(20);
  const documented = read('../docs/operations/settings.md');
  const isDocumented = (name: string) =>
    documented.includes(`\`${name}\``) || (name.endsWith('_BASE_URL') && documented.includes('_BASE_URL'));
  expect(names.filter((name) => !isDocumented(name))).toEqual([]);
  const example: string[] = read('.env.example').match(/^[A-Z_]+(?==$)/gm) ?? [];
  expect(example.toSorted()).toEqual(names.toSorted());
});

it('rejects an invalid secret', () => {
  vi.stubEnv('PROVIDER_KEYS', JSON.stringify({ openai: 'not a list' }));
  expect(() => readProviderSettings('openai')).toThrow('openai');
  vi.stubEnv('PROVIDER_KEYS', JSON.stringify({ gemini: ['first'] }));
  expect(() => readProviderSettings('google')).toThrow('gemini');
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

it('describes agency accounts without credentials, and requires a host key for SFTP', () => {
  const account = { host: 'upload.example', user: 'studio', password: 'secret' };
  const hostKey = `SHA256:${'a'.repeat(43)}`;
  const accounts = {
    'adobe-stock': { protocol: 'sftp', ...account, hostKey },
    shutterstock: { protocol: 'ftps', ...account },
  };
  vi.stubEnv('DELIVERY_ACCOUNTS', JSON.stringify(accounts));
  expect(listDeliveryTargets()).toEqual([
    { agency: 'adobe-stock', protocol: 'sftp', host: 'upload.example' },
    { agency: 'shutterstock', protocol: 'ftps', host: 'upload.example' },
  ]);
  expect(readDeliveryAccount('adobe-stock')).toMatchObject({
    port: 22,
    supportsRename: true,
    takesCsv: false,
  });
  expect(readDeliveryAccount('shutterstock')).toMatchObject({ port: 21 });
  expect(readDeliveryAccount('dreamstime')).toBeUndefined();
  vi.stubEnv('DELIVERY_ACCOUNTS', JSON.stringify({ dreamstime: { protocol: 'sftp', ...account } }));
  expect(() => listDeliveryTargets()).toThrow('hostKey');
  vi.stubEnv(
    'DELIVERY_ACCOUNTS',
    JSON.stringify({ dreamstime: { protocol: 'ftps', ...account, acount: 1 } }),
  );
  expect(() => listDeliveryTargets()).toThrow('acount');
  vi.stubEnv('DELIVERY_ACCOUNTS', JSON.stringify({ adobe: { protocol: 'ftps', ...account } }));
  expect(() => listDeliveryTargets()).toThrow('The portal does not know this agency.');
});
