import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { describeServices } from './describe-services.ts';
import {
  findBudget,
  findMistakes,
  NO_REAL_SERVICES,
  readRealServices,
  withoutKeys,
  type RealServices,
} from './real-services.ts';
import { describeAccess } from './sandbox.ts';

/** A repository with these files. */
function makeRoot(files: Record<string, string> = {}): string {
  const root = mkdtempSync(join(tmpdir(), 'portal-real-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'functions'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(root, name), content);
  return root;
}

const read = (environment: Record<string, string>, files?: Record<string, string>) =>
  readRealServices(makeRoot(files), environment);

describe('keys of real services', () => {
  it('are read from the variables of the SDKs, several separated by commas [D-local-start-with-real-providers.1]', () => {
    const { keys, cloudinary } = read({
      OPENAI_API_KEY: 'sk-one, sk-two',
      GEMINI_API_KEY: 'gemini',
      STABILITY_API_KEY: ' ',
      XAI_API_KEY: 'xai',
      CLOUDINARY_URL: 'cloudinary://123:secret@studio',
    });
    expect(keys).toEqual({ openai: ['sk-one', 'sk-two'], google: ['gemini'], stability: [], xai: ['xai'] });
    expect(cloudinary).toEqual({ cloudName: 'studio', apiKey: '123', apiSecret: 'secret' });
  });

  it('come from the environment before .env.local, and from there before functions/.secret.local', () => {
    const secret = { openai: ['stored'], google: ['stored'], xai: ['stored'] };
    const { keys, deliveryAccounts } = read(
      { OPENAI_API_KEY: 'environment' },
      {
        '.env.local': 'OPENAI_API_KEY=file\nGOOGLE_API_KEY=file\nGEMINI_API_KEY=unused\n',
        'functions/.secret.local': `PROVIDER_KEYS='${JSON.stringify(secret)}'\nDELIVERY_ACCOUNTS='{}'\n`,
      },
    );
    expect(keys).toEqual({ openai: ['environment'], google: ['file'], stability: [], xai: ['stored'] });
    expect(deliveryAccounts).toBe('{}');
  });

  it('bring an address of their own only for a provider with a key', () => {
    const { baseUrls } = read({
      OPENAI_API_KEY: 'key',
      OPENAI_BASE_URL: 'http://127.0.0.1:1234/v1',
      XAI_BASE_URL: 'http://127.0.0.1:1234/v1',
    });
    expect(baseUrls).toEqual({ openai: 'http://127.0.0.1:1234/v1' });
  });

  it.each([
    [{ OPENAI_API_KEY: 'sk-secret value' }, 'OPENAI_API_KEY contains a character that no key has.'],
    [{ CLOUDINARY_URL: 'https://secret@studio' }, 'CLOUDINARY_URL must be like cloudinary://'],
    [{ OPENAI_API_KEY: 'key', OPENAI_BASE_URL: 'secret' }, 'OPENAI_BASE_URL must be an address'],
  ])('are refused in one sentence that does not quote them: %j', (environment, message) => {
    expect(() => read(environment)).toThrow(message);
    expect(() => read(environment)).not.toThrow(/secret/);
  });

  it('are not quoted from a secret that cannot be read', () => {
    const files = { 'functions/.secret.local': `PROVIDER_KEYS='{"opnai": ["sk-1"]}'` };
    expect(() => read({}, files)).toThrow(
      /^PROVIDER_KEYS in functions\/\.secret\.local is not as .+ describes it\.$/,
    );
  });

  it('are asked for by their right names', () => {
    expect(findMistakes({ OPENAI_KEY: 'a', GROK_API_KEY: 'b', XAI_API_KEY: 'c' })).toEqual([
      "OPENAI_KEY is not read. The variable's name is OPENAI_API_KEY.",
    ]);
  });

  it('are not passed on to child processes', () => {
    expect(
      withoutKeys({ PATH: '/bin', OPENAI_API_KEY: 'a', GOOGLE_API_KEY: 'b', CLOUDINARY_URL: 'c' }),
    ).toEqual({
      PATH: '/bin',
    });
  });
});

const makeAccess = (real: RealServices) =>
  describeAccess('http://127.0.0.1:9', { ports: { sftp: 1, ftps: 2 }, dataFolder: makeRoot() }, real);

describe('a portal', () => {
  it('calls the sandbox for every provider without a key [D-local-start-with-real-providers.2]', () => {
    const real = read({ XAI_API_KEY: 'xai-key' });
    const { env, secret } = makeAccess(real);
    expect(env).toContain('SANDBOX_PROVIDERS=openai,google,stability\n');
    expect(env).toContain('OPENAI_BASE_URL=http://127.0.0.1:9/openai/v1\n');
    expect(env).not.toContain('XAI_BASE_URL');
    expect(env).toContain('CLOUDINARY_API_URL=http://127.0.0.1:9/cloudinary\n');
    expect(secret).toContain('"xai":["xai-key"]');
    expect(secret).toContain('"openai":["sandbox-');
  });

  it('calls nothing real unless it is told to, as in tests [D-local-start-with-real-providers.4]', () => {
    const { env } = makeAccess(NO_REAL_SERVICES);
    const addresses = env.split('\n').filter((line) => line.includes('URL='));
    expect(addresses.length).toBeGreaterThan(6);
    expect(addresses.filter((line) => !line.includes('=http://127.0.0.1:9'))).toEqual([]);
  });
});

describe('the start', () => {
  it('keeps to 5 dollars a month with a real key, unless told otherwise [D-local-start-with-real-providers.3]', () => {
    const real = read({ XAI_API_KEY: 'key' });
    expect(findBudget(real, undefined)).toBe(5);
    expect(findBudget(real, '20')).toBe(20);
    expect(findBudget(real, '0')).toBe(0);
    expect(findBudget(NO_REAL_SERVICES, undefined)).toBeUndefined();
    for (const wanted of ['', '-1', 'much']) expect(() => findBudget(real, wanted)).toThrow('--budget');
  });

  it('says what is real, what the first picture costs, and the budget', () => {
    expect(
      describeServices(read({ OPENAI_API_KEY: 'a,b', CLOUDINARY_URL: 'cloudinary://1:s@studio' }), 5),
    ).toEqual([
      'OpenAI       real, 2 keys: the first picture costs from $0.01',
      'Google       sandbox: drawn on this machine, free',
      'Stability AI sandbox: drawn on this machine, free',
      'xAI          sandbox: drawn on this machine, free',
      'Cloudinary   real: results are stored in studio',
      'Budget       $5.00 a month for all people together (npm start -- --budget 20)',
    ]);
  });

  it('says how to use a key if there is none', () => {
    expect(describeServices(NO_REAL_SERVICES, undefined).at(-1)).toBe(
      'With your own key: OPENAI_API_KEY=… npm start (README.md)',
    );
  });
});
