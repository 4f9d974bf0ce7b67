import { createHash } from 'node:crypto';
import type { PublicSettings } from '@portal/contracts/settings';
import { PictureProviderSchema } from '@portal/contracts/studio-settings';
import { UpscaleEngineSchema } from '@portal/contracts/upscale';
import { defineSecret, projectID, storageBucket } from 'firebase-functions/params';
import { z } from 'zod';

/** Region of the functions. Firestore should be in the same one. */
export const REGION = 'us-central1';

/**
 * What a studio sets, in functions/.env or functions/.env.PROJECT (see functions/.env.example). Not `defineString`: a deployment
 * asks for each parameter without a value, or fails without a terminal, also where there is a default.
 * https://github.com/firebase/firebase-tools/blob/v15.34.2/src/deploy/functions/params.ts
 */
function defineSetting<Value>(name: string, schema: z.ZodType<Value>) {
  return {
    /** Read when used: at module load, the CLI has not set it yet. */
    value(): Value {
      const parsed = schema.safeParse(process.env[name] || undefined);
      if (parsed.success) return parsed.data;
      throw new Error(`The setting ${name} is invalid. ${z.prettifyError(parsed.error)}`);
    },
  };
}

const text = (fallback: string) => z.string().default(fallback);
const url = (fallback: string) => z.url().default(fallback);
const number = (fallback: number) => z.coerce.number().min(0).default(fallback);

const productName = defineSetting('PRODUCT_NAME', text('the product'));
const companyDomain = defineSetting('COMPANY_DOMAIN', text('studio.example'));
const signInProviderName = defineSetting('SIGN_IN_PROVIDER_NAME', text('Google'));
const externalEmails = defineSetting(
  'EXTERNAL_EMAILS',
  text('partner@agency.example,retoucher@freelance.example'),
);
const firstAdmins = defineSetting('FIRST_ADMINS', text('admin@studio.example'));
const webApiKey = defineSetting('WEB_API_KEY', text('local'));
/** Empty for the host that serves the page. */
const authDomain = defineSetting('AUTH_DOMAIN', text(''));
/** App Check; see docs/operations/app-check.md. Empty for off. */
const appCheckSiteKey = defineSetting('APP_CHECK_SITE_KEY', text(''));
const appCheckAppId = defineSetting('APP_CHECK_APP_ID', text(''));
const appCheckEnforced = defineSetting('APP_CHECK_ENFORCED', z.stringbool().default(false));
const baseUrls = {
  openai: defineSetting('OPENAI_BASE_URL', url('https://api.openai.com/v1')),
  google: defineSetting('GOOGLE_BASE_URL', url('https://generativelanguage.googleapis.com')),
  stability: defineSetting('STABILITY_BASE_URL', url('https://api.stability.ai')),
  xai: defineSetting('XAI_BASE_URL', url('https://api.x.ai/v1')),
};
const cloudinaryApiUrl = defineSetting('CLOUDINARY_API_URL', url('https://api.cloudinary.com'));
const cloudinaryDeliveryUrl = defineSetting('CLOUDINARY_DELIVERY_URL', url('https://res.cloudinary.com'));
const cloudTasksUrl = defineSetting('CLOUD_TASKS_URL', url('https://cloudtasks.googleapis.com'));
const callTimeoutSeconds = defineSetting('CALL_TIMEOUT_SECONDS', number(180));
const storeTimeoutSeconds = defineSetting('STORE_TIMEOUT_SECONDS', number(60));
const retryAfterSeconds = defineSetting('RETRY_AFTER_SECONDS', number(2));
const cacheSeconds = defineSetting('CACHE_SECONDS', number(2));
const upscaleEngine = defineSetting('UPSCALE_ENGINE', UpscaleEngineSchema.default('on-device'));
const upscaleTimeoutSeconds = defineSetting('UPSCALE_TIMEOUT_SECONDS', number(900));
const stylizerProvider = defineSetting('STYLIZER_PROVIDER', PictureProviderSchema.default('openai'));
const keywordProvider = defineSetting('KEYWORD_PROVIDER', PictureProviderSchema.default('openai'));
const googleDailyImages = defineSetting('GOOGLE_DAILY_IMAGES', number(500));
const dailyUploadGigabytes = defineSetting('DAILY_UPLOAD_GB', number(20));
const monthlyBudget = defineSetting('MONTHLY_BUDGET_USD', z.coerce.number().min(0).optional());

/** All keys in one secret: a studio sets nothing for a provider that it does not use. */
export const providerKeys = defineSecret('PROVIDER_KEYS');

const ProviderKeysSchema = z.object({
  openai: z.array(z.string().min(1)).default([]),
  google: z.array(z.string().min(1)).default([]),
  stability: z.array(z.string().min(1)).default([]),
  xai: z.array(z.string().min(1)).default([]),
  cloudinary: z.object({ cloudName: z.string(), apiKey: z.string(), apiSecret: z.string() }),
});

const readProviderKeys = () => ProviderKeysSchema.parse(JSON.parse(providerKeys.value()));

export interface ProviderSettings {
  baseUrl: string;
  keys: readonly string[];
}

export const readProviderSettings = (provider: keyof typeof baseUrls): ProviderSettings => ({
  baseUrl: baseUrls[provider].value(),
  keys: readProviderKeys()[provider],
});

export interface CloudinarySettings {
  apiUrl: string;
  deliveryUrl: string;
  cloudName: string;
  apiKey: string;
  apiSecret: string;
}

export const readCloudinarySettings = (): CloudinarySettings => ({
  apiUrl: cloudinaryApiUrl.value(),
  deliveryUrl: cloudinaryDeliveryUrl.value(),
  ...readProviderKeys().cloudinary,
});

/** For reading the depths of the queues. */
export const readCloudTasksSettings = () => ({ url: cloudTasksUrl.value(), project: projectID.value() });

export interface EngineSettings {
  /** How long a provider may take for one call. */
  callTimeoutMs: number;
  /** How long storing an image may take. With the time of a call it gives an item's lease. */
  storeTimeoutMs: number;
  /** Delay before the second attempt; twice that before the third. */
  retryAfterMs: number;
}

export const readEngineSettings = (): EngineSettings => ({
  callTimeoutMs: callTimeoutSeconds.value() * 1000,
  storeTimeoutMs: storeTimeoutSeconds.value() * 1000,
  retryAfterMs: retryAfterSeconds.value() * 1000,
});

/** How long an instance uses settings, key states and statistics before it reads them again. */
export const readCacheMs = (): number => cacheSeconds.value() * 1000;

/** Time limit of the portal's own model for one picture. */
export const readUpscaleTimeoutMs = (): number => upscaleTimeoutSeconds.value() * 1000;

/** Defaults of the tools' settings. A preset of the Stylizer may name its own provider. */
export const readDefaultEngines = () => ({
  upscaleEngine: upscaleEngine.value(),
  stylizerProvider: stylizerProvider.value(),
  keywordProvider: keywordProvider.value(),
});

/** Daily limit of images from Google's models. */
export const readGoogleDailyImages = (): number => googleDailyImages.value();

/** Daily upload limit per person. */
export const readDailyUploadBytes = (): number => dailyUploadGigabytes.value() * 1024 ** 3;

/** Monthly budget in dollars; undefined for no limit. */
export const readMonthlyBudget = (): number | undefined => monthlyBudget.value();

export interface AppCheckSettings {
  siteKey: string;
  /** The web app's id in Firebase. */
  appId: string;
  /** Whether the API refuses requests without a valid token. */
  isEnforced: boolean;
}

export function readAppCheckSettings(): AppCheckSettings | undefined {
  const settings = {
    siteKey: appCheckSiteKey.value(),
    appId: appCheckAppId.value(),
    isEnforced: appCheckEnforced.value(),
  };
  if (settings.siteKey !== '' && settings.appId !== '') return settings;
  if (settings.siteKey === '' && settings.appId === '' && !settings.isEnforced) return undefined;
  throw new Error('App Check needs both APP_CHECK_SITE_KEY and APP_CHECK_APP_ID.');
}

const splitList = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Who has access without a whitelist entry, and who is an admin from the start. */
export interface AccessSettings {
  companyDomain: string;
  externalEmails: readonly string[];
  firstAdmins: readonly string[];
}

export const readAccessSettings = (): AccessSettings => ({
  companyDomain: companyDomain.value(),
  externalEmails: splitList(externalEmails.value()),
  firstAdmins: splitList(firstAdmins.value()),
});

export const readPublicSettings = (): PublicSettings => ({
  productName: productName.value(),
  companyDomain: companyDomain.value(),
  signInProviderName: signInProviderName.value(),
  externalEmailDigests: readAccessSettings().externalEmails.map((email) =>
    createHash('sha256').update(email).digest('hex'),
  ),
  firebase: {
    apiKey: webApiKey.value(),
    ...(authDomain.value() !== '' && { authDomain: authDomain.value() }),
    projectId: projectID.value(),
    storageBucket: storageBucket.value(),
  },
  ...describeAppCheck(),
  ...describeEmulators(),
});

function describeAppCheck() {
  const settings = readAppCheckSettings();
  return settings && { appCheck: { siteKey: settings.siteKey, appId: settings.appId } };
}

function describeEmulators() {
  const auth = process.env['FIREBASE_AUTH_EMULATOR_HOST'];
  const storage = process.env['FIREBASE_STORAGE_EMULATOR_HOST'];
  return {
    ...(auth !== undefined && { authEmulatorUrl: `http://${auth}` }),
    ...(storage !== undefined && { storageEmulatorUrl: `http://${storage}` }),
  };
}
