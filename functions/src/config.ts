import { createHash } from 'node:crypto';
import type { PublicSettings } from '@portal/contracts/settings';
import { PictureProviderSchema } from '@portal/contracts/studio-settings';
import { UpscaleEngineSchema } from '@portal/contracts/upscale';
import { defineInt, defineSecret, defineString, projectID, storageBucket } from 'firebase-functions/params';
import { z } from 'zod';

/** Region of the functions. Firestore should be in the same one. */
export const REGION = 'us-central1';

/**
 * Parameters that a studio sets, in functions/.env or functions/.env.PROJECT (see docs/operations/settings.md).
 * Read them when they are used: at module load they have no values yet.
 */
const productName = defineString('PRODUCT_NAME', { default: 'the product' });
const companyDomain = defineString('COMPANY_DOMAIN', { default: 'studio.example' });
const signInProviderName = defineString('SIGN_IN_PROVIDER_NAME', { default: 'Google' });
const externalEmails = defineString('EXTERNAL_EMAILS', {
  default: 'partner@agency.example,retoucher@freelance.example',
});
const firstAdmins = defineString('FIRST_ADMINS', { default: 'admin@studio.example' });

const webApiKey = defineString('WEB_API_KEY', { default: 'local' });
/** Empty for the host that serves the page. */
const authDomain = defineString('AUTH_DOMAIN', { default: '' });

const baseUrls = {
  openai: defineString('OPENAI_BASE_URL', { default: 'https://api.openai.com/v1' }),
  google: defineString('GOOGLE_BASE_URL', { default: 'https://generativelanguage.googleapis.com' }),
  stability: defineString('STABILITY_BASE_URL', { default: 'https://api.stability.ai' }),
  xai: defineString('XAI_BASE_URL', { default: 'https://api.x.ai/v1' }),
};
const cloudinaryApiUrl = defineString('CLOUDINARY_API_URL', { default: 'https://api.cloudinary.com' });
const cloudinaryDeliveryUrl = defineString('CLOUDINARY_DELIVERY_URL', {
  default: 'https://res.cloudinary.com',
});
const cloudTasksUrl = defineString('CLOUD_TASKS_URL', { default: 'https://cloudtasks.googleapis.com' });
const callTimeoutSeconds = defineInt('CALL_TIMEOUT_SECONDS', { default: 180 });
const storeTimeoutSeconds = defineInt('STORE_TIMEOUT_SECONDS', { default: 60 });
const retryAfterSeconds = defineInt('RETRY_AFTER_SECONDS', { default: 2 });
const DEFAULT_CACHE_SECONDS = '2';
const cacheSeconds = defineString('CACHE_SECONDS', { default: DEFAULT_CACHE_SECONDS });
const upscaleEngine = defineString('UPSCALE_ENGINE', { default: 'on-device' });
const upscaleTimeoutSeconds = defineInt('UPSCALE_TIMEOUT_SECONDS', { default: 900 });
const stylizerProvider = defineString('STYLIZER_PROVIDER', { default: 'openai' });
const keywordProvider = defineString('KEYWORD_PROVIDER', { default: 'openai' });
const googleDailyImages = defineInt('GOOGLE_DAILY_IMAGES', { default: 500 });
const dailyUploadGigabytes = defineInt('DAILY_UPLOAD_GB', { default: 20 });
const monthlyBudget = defineString('MONTHLY_BUDGET_USD', { default: '' });

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
export const readCacheMs = (): number =>
  z.coerce
    .number()
    .min(0)
    .parse(cacheSeconds.value() || DEFAULT_CACHE_SECONDS) * 1000;

/** Time limit of the portal's own model for one picture. */
export const readUpscaleTimeoutMs = (): number => upscaleTimeoutSeconds.value() * 1000;

/** Defaults of the tools' settings. A preset of the Stylizer may name its own provider. */
export const readDefaultEngines = () => ({
  upscaleEngine: UpscaleEngineSchema.parse(upscaleEngine.value()),
  stylizerProvider: PictureProviderSchema.parse(stylizerProvider.value()),
  keywordProvider: PictureProviderSchema.parse(keywordProvider.value()),
});

/** Daily limit of images from Google's models. */
export const readGoogleDailyImages = (): number => googleDailyImages.value();

/** Daily upload limit per person. */
export const readDailyUploadBytes = (): number => dailyUploadGigabytes.value() * 1024 ** 3;

/** Monthly budget in dollars; undefined for no limit. */
export const readMonthlyBudget = (): number | undefined =>
  monthlyBudget.value() === '' ? undefined : z.coerce.number().min(0).parse(monthlyBudget.value());

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
  ...describeEmulators(),
});

function describeEmulators() {
  const auth = process.env['FIREBASE_AUTH_EMULATOR_HOST'];
  const storage = process.env['FIREBASE_STORAGE_EMULATOR_HOST'];
  return {
    ...(auth !== undefined && { authEmulatorUrl: `http://${auth}` }),
    ...(storage !== undefined && { storageEmulatorUrl: `http://${storage}` }),
  };
}
