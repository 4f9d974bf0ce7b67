/**
 * Services that this machine calls for real, because it has keys of them. Only `npm start` and `npm run dev` read them: portals of
 * tests are given none.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { ProviderKeysSchema, type ProviderKeys } from '@portal/contracts/deployment';
import type { Provider } from '@portal/contracts/generation-request';
import { imageProviders } from '@portal/provider-sandbox/settings';

type Variables = Readonly<Record<string, string | undefined>>;

export interface RealServices {
  /** Without a key, a provider is the sandbox. */
  keys: Readonly<Record<Provider, readonly string[]>>;
  /** Of providers with keys, where it is not the provider's own address. */
  baseUrls: Readonly<Partial<Record<Provider, string>>>;
  cloudinary?: ProviderKeys['cloudinary'] | undefined;
  /** Of stock agencies, as JSON. */
  deliveryAccounts?: string | undefined;
}

export const NO_REAL_SERVICES: RealServices = {
  keys: { openai: [], google: [], stability: [], xai: [] },
  baseUrls: {},
};

/** As the providers' own SDKs name them. Of Google's two, its SDK takes the first (@google/genai, `getApiKeyFromEnv`). */
const KEY_VARIABLES: Readonly<Record<Provider, readonly string[]>> = {
  openai: ['OPENAI_API_KEY'],
  google: ['GOOGLE_API_KEY', 'GEMINI_API_KEY'],
  stability: ['STABILITY_API_KEY'],
  xai: ['XAI_API_KEY'],
};

/** Names that people try. */
const MISTAKES: Readonly<Record<string, string>> = {
  OPENAI_KEY: 'OPENAI_API_KEY',
  OPENAI_TOKEN: 'OPENAI_API_KEY',
  GOOGLE_KEY: 'GEMINI_API_KEY',
  GEMINI_KEY: 'GEMINI_API_KEY',
  STABILITY_KEY: 'STABILITY_API_KEY',
  STABILITY_AI_API_KEY: 'STABILITY_API_KEY',
  GROK_API_KEY: 'XAI_API_KEY',
  XAI_KEY: 'XAI_API_KEY',
  CLOUDINARY_API_KEY: 'CLOUDINARY_URL',
};

/** From the environment, else from `.env.local`, else from `functions/.secret.local`. */
export function readRealServices(root: string, environment: Variables): RealServices {
  const variables = { ...readEnvFile(join(root, '.env.local')), ...withoutEmpty(environment) };
  const secrets = readEnvFile(join(root, 'functions/.secret.local'));
  const stored = parseSecret(secrets['PROVIDER_KEYS'] ?? '{}');
  const keysOf = (provider: Provider) => {
    const own = KEY_VARIABLES[provider].map((name) => parseKeys(name, variables[name]));
    return own.find((found) => found.length > 0) ?? stored[provider];
  };
  const keys = {
    openai: keysOf('openai'),
    google: keysOf('google'),
    stability: keysOf('stability'),
    xai: keysOf('xai'),
  };
  return {
    keys,
    baseUrls: Object.fromEntries(
      imageProviders.flatMap((provider) => {
        const name = `${provider.toUpperCase()}_BASE_URL`;
        const url = keys[provider].length > 0 ? variables[name] : undefined;
        return url === undefined ? [] : [[provider, parseUrl(name, url)]];
      }),
    ),
    cloudinary: parseCloudinaryUrl(variables['CLOUDINARY_URL']) ?? stored.cloudinary,
    deliveryAccounts: secrets['DELIVERY_ACCOUNTS'],
  };
}

/** A line for each variable that looks like a key and is not read. */
export const findMistakes = (environment: Variables): string[] =>
  Object.entries(MISTAKES)
    .filter(([wrong, right]) => environment[wrong] && !environment[right])
    .map(([wrong, right]) => `${wrong} is not read. The variable's name is ${right}.`);

/** Whoever tries a real key should not spend more by accident. */
const DEFAULT_BUDGET = 5;

/** Dollars a month; undefined for no limit. `wanted`: as typed. */
export function findBudget(
  { keys, cloudinary }: RealServices,
  wanted: string | undefined,
): number | undefined {
  const isReal = cloudinary !== undefined || Object.values(keys).some(({ length }) => length > 0);
  if (wanted === undefined) return isReal ? DEFAULT_BUDGET : undefined;
  const budget = Number(wanted);
  if (wanted.trim() === '' || !(budget >= 0)) throw new Error('--budget takes dollars a month, such as 20.');
  return budget;
}

/** Providers that the sandbox plays. */
export const listSandboxed = ({ keys }: RealServices): Provider[] =>
  imageProviders.filter((provider) => keys[provider].length === 0);

function parseKeys(name: string, text = ''): string[] {
  const keys = text.split(',').map((key) => key.trim());
  const found = keys.filter((key) => key !== '');
  // A header cannot contain anything else, and a key that is sent somewhere must not end in an error message.
  if (found.some((key) => !/^[!-~]+$/.test(key)))
    throw new Error(`${name} contains a character that no key has.`);
  return found;
}

const parseUrl = (name: string, text: string): string => {
  if (!URL.canParse(text)) throw new Error(`${name} must be an address such as https://api.example.com/v1.`);
  return text;
};

/** `cloudinary://KEY:SECRET@CLOUD`, as Cloudinary's console shows it. */
function parseCloudinaryUrl(text: string | undefined): RealServices['cloudinary'] {
  if (text === undefined) return undefined;
  const [, apiKey, apiSecret, cloudName] = /^cloudinary:\/\/(\w+):([\w-]+)@([\w-]+)/.exec(text) ?? [];
  if (apiKey === undefined || apiSecret === undefined || cloudName === undefined)
    throw new Error(
      "CLOUDINARY_URL must be like cloudinary://KEY:SECRET@CLOUD: copy it from Cloudinary's console.",
    );
  return { cloudName, apiKey, apiSecret };
}

const SecretSchema = ProviderKeysSchema.partial({ cloudinary: true });

function parseSecret(text: string): ReturnType<typeof SecretSchema.parse> {
  try {
    return SecretSchema.parse(JSON.parse(text));
  } catch {
    // Without the value, which contains keys.
    throw new Error(
      'PROVIDER_KEYS in functions/.secret.local is not as docs/operations/settings.md describes it.',
    );
  }
}

const readEnvFile = (file: string): Variables =>
  existsSync(file) ? withoutEmpty(parseEnv(readFileSync(file, 'utf8'))) : {};

const withoutEmpty = (variables: Variables): Variables =>
  Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );

const NAMES = new Set([...Object.values(KEY_VARIABLES).flat(), 'CLOUDINARY_URL']);

/** For child processes: the SDKs in them would take keys from the environment. */
export const withoutKeys = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !NAMES.has(name)));
