import { DEFAULT_REGION } from '@portal/contracts/deployment';
import type { Provider } from '@portal/contracts/generation-request';
import type { PublicSettings } from '@portal/contracts/settings';
import { PictureProviderSchema } from '@portal/contracts/studio-settings';
import { UpscaleEngineSchema } from '@portal/contracts/upscale';
import { projectID, storageBucket } from 'firebase-functions/params';
import { z } from 'zod';
import { DEPLOYED, makeSettings, splitList } from './define-setting.ts';
import { SIZES } from './function-sizes.ts';
import { readProviderKeys } from './secrets.ts';

/**
 * What a studio sets, in functions/.env.PROJECT (see functions/.env.example). Not `defineString`: a deployment asks for each
 * parameter without a value, or fails without a terminal, also where there is a default. These variables are set when the CLI
 * loads the functions to deploy them, and when they run.
 * https://github.com/firebase/firebase-tools/blob/v15.34.2/src/deploy/functions/params.ts
 * https://github.com/firebase/firebase-tools/blob/v15.34.2/src/deploy/functions/prepare.ts
 */
const { defineSetting, findProblems } = makeSettings(process.env);

const text = (fallback: string) => z.string().default(fallback);
const url = (fallback: string) => z.url().default(fallback);
const number = (fallback: number) => z.coerce.number().min(0).default(fallback);

const productName = defineSetting('PRODUCT_NAME', text('the product'));
const companyDomain = defineSetting('COMPANY_DOMAIN', text('studio.example'), DEPLOYED.domain);
const signInProviderName = defineSetting('SIGN_IN_PROVIDER_NAME', text('Google'));
const externalEmails = defineSetting(
  'EXTERNAL_EMAILS',
  text('partner@agency.example,retoucher@freelance.example'),
  DEPLOYED.twoEmails,
);
const firstAdmins = defineSetting('FIRST_ADMINS', text('admin@studio.example'), DEPLOYED.emails);
const webApiKey = defineSetting('WEB_API_KEY', text('local'), DEPLOYED.apiKey);
/** Empty for the host that serves the page. */
const authDomain = defineSetting('AUTH_DOMAIN', text(''));
const region = defineSetting(
  'REGION',
  z
    .string()
    .regex(/^[a-z]+-[a-z]+\d+$/, 'must be a region such as europe-west1')
    .default(DEFAULT_REGION),
);
const apiMinInstances = defineSetting(
  'API_MIN_INSTANCES',
  z.coerce.number().int().min(0).max(SIZES.api.maxInstances).default(0),
);
/** App Check; see docs/operations/app-check.md. Empty for off. */
const appCheckSiteKey = defineSetting('APP_CHECK_SITE_KEY', text(''));
const appCheckAppId = defineSetting('APP_CHECK_APP_ID', text(''));
const appCheckEnforced = defineSetting('APP_CHECK_ENFORCED', z.stringbool().default(false));
const baseUrls = {
  openai: defineSetting('OPENAI_BASE_URL', url('https://api.openai.com/v1'), DEPLOYED.url),
  google: defineSetting('GOOGLE_BASE_URL', url('https://generativelanguage.googleapis.com'), DEPLOYED.url),
  stability: defineSetting('STABILITY_BASE_URL', url('https://api.stability.ai'), DEPLOYED.url),
  xai: defineSetting('XAI_BASE_URL', url('https://api.x.ai/v1'), DEPLOYED.url),
};
const cloudinaryApiUrl = defineSetting('CLOUDINARY_API_URL', url('https://api.cloudinary.com'), DEPLOYED.url);
const cloudinaryDeliveryUrl = defineSetting(
  'CLOUDINARY_DELIVERY_URL',
  url('https://res.cloudinary.com'),
  DEPLOYED.url,
);
const cloudTasksUrl = defineSetting(
  'CLOUD_TASKS_URL',
  url('https://cloudtasks.googleapis.com'),
  DEPLOYED.url,
);
/** With their maximums, every task ends within the half hour that Cloud Tasks waits. See platform/queues/task-times.ts. */
const callTimeoutSeconds = defineSetting('CALL_TIMEOUT_SECONDS', number(180).pipe(z.number().max(1200)));
const storeTimeoutSeconds = defineSetting('STORE_TIMEOUT_SECONDS', number(60).pipe(z.number().max(240)));
const upscaleTimeoutSeconds = defineSetting(
  'UPSCALE_TIMEOUT_SECONDS',
  number(900).pipe(z.number().max(1200)),
);
const retryAfterSeconds = defineSetting('RETRY_AFTER_SECONDS', number(2));
const cacheSeconds = defineSetting('CACHE_SECONDS', number(2));
const upscaleEngine = defineSetting('UPSCALE_ENGINE', UpscaleEngineSchema.default('on-device'));
const stylizerProvider = defineSetting('STYLIZER_PROVIDER', PictureProviderSchema.default('openai'));
const keywordProvider = defineSetting('KEYWORD_PROVIDER', PictureProviderSchema.default('openai'));
/** Credit in the metadata of images that AI made or changed. Empty for none. */
const markCredit = defineSetting('MARK_CREDIT', text(''));
const markPrompt = defineSetting('MARK_PROMPT', z.stringbool().default(false));
const keepSignatures = defineSetting('KEEP_SIGNATURES', z.stringbool().default(false));
const googleDailyImages = defineSetting('GOOGLE_DAILY_IMAGES', number(500));
const dailyUploadGigabytes = defineSetting('DAILY_UPLOAD_GB', number(20));
const monthlyBudget = defineSetting('MONTHLY_BUDGET_USD', z.coerce.number().min(0).optional());
/** HTTPS, or HTTP on this machine only. */
const HttpsOrLoopbackUrlSchema = z.union(
  [z.url({ protocol: /^https$/ }), z.url({ protocol: /^http$/, hostname: /^127\.0\.0\.1$/ })],
  'must start with https://',
);
/** Anyone with the address can post: it is never logged or sent to a browser. */
const alertWebhookUrl = defineSetting('ALERT_WEBHOOK_URL', HttpsOrLoopbackUrlSchema.optional());

/**
 * Called before any function is declared. In a deployment it fails with every setting that is missing or invalid. The
 * emulators do not deploy; whether the project's id starts with `demo-` says nothing, because real ones may.
 */
export function assertDeployable(): void {
  const isDeployment = process.env['FUNCTIONS_CONTROL_API'] === 'true';
  if (!isDeployment || process.env['FUNCTIONS_EMULATOR'] === 'true') return;
  const problems = findProblems();
  if (problems.length === 0) return;
  const file = `functions/.env.${readProjectId()}`;
  throw new Error(
    `The portal cannot be deployed with these settings. Correct them in ${file}:\n- ${problems.join('\n- ')}\n`,
  );
}

/** Set by the CLI, the emulators and Cloud Functions. */
export const readProjectId = (): string => process.env['GCLOUD_PROJECT'] ?? '';

/** Region of functions, queues and schedules. Firestore and the bucket should be in the same one. */
export const readRegion = (): string => region.value();

/** Instances of the API that never stop, so that nobody waits for one to start. They cost money. */
export const readApiMinInstances = (): number => apiMinInstances.value();

/** Undefined if alerts are not posted. */
export const readAlertWebhook = (): string | undefined => alertWebhookUrl.value();

export interface ProviderSettings {
  baseUrl: string;
  keys: readonly string[];
}

export const readBaseUrl = (provider: keyof typeof baseUrls): string => baseUrls[provider].value();

export const readProviderSettings = (provider: keyof typeof baseUrls): ProviderSettings => ({
  baseUrl: readBaseUrl(provider),
  keys: readProviderKeys()[provider],
});

/** Set by `npm start`: a stand-in plays this provider. */
export const isSandbox = (provider: Provider): boolean =>
  splitList(process.env['SANDBOX_PROVIDERS'] ?? '').includes(provider);

export interface CloudinarySettings {
  apiUrl: string;
  deliveryUrl: string;
  cloudName: string;
  apiKey: string;
  apiSecret: string;
}

export const readCloudinaryUrls = () => ({
  apiUrl: cloudinaryApiUrl.value(),
  deliveryUrl: cloudinaryDeliveryUrl.value(),
});

export const readCloudinarySettings = (): CloudinarySettings => ({
  ...readCloudinaryUrls(),
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

/** What the mark in images that AI made or changed contains. */
export const readMarkSettings = () => ({
  creatorTool: productName.value(),
  credit: markCredit.value(),
  includesPrompt: markPrompt.value(),
  /** Leaves a file with its provider's signature as it is, instead of writing the mark. */
  keepsSignatures: keepSignatures.value(),
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
