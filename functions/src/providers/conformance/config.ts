import type { Provider } from '@portal/contracts/generation-request';
import { z } from 'zod';
import type { CloudinarySettings } from '../../platform/config/config.ts';
import type { ProviderAccess } from '../call-provider.ts';

const text = z.string().min(1).optional();

/** The names that the services' own documentation uses. */
const EnvironmentSchema = z.object({
  OPENAI_API_KEY: text,
  GEMINI_API_KEY: text,
  STABILITY_API_KEY: text,
  XAI_API_KEY: text,
  /** As in `cloudinary://KEY:SECRET@CLOUD`. */
  CLOUDINARY_URL: z.url({ protocol: /^cloudinary$/ }).optional(),
  OPENAI_BASE_URL: z.url().default('https://api.openai.com/v1'),
  GOOGLE_BASE_URL: z.url().default('https://generativelanguage.googleapis.com'),
  STABILITY_BASE_URL: z.url().default('https://api.stability.ai'),
  XAI_BASE_URL: z.url().default('https://api.x.ai/v1'),
  CLOUDINARY_API_URL: z.url().default('https://api.cloudinary.com'),
  CLOUDINARY_DELIVERY_URL: z.url().default('https://res.cloudinary.com'),
});

/** Access to each service whose key is in the environment. */
export function readConfig() {
  const set = EnvironmentSchema.parse(process.env);
  const access = (baseUrl: string, apiKey: string | undefined): ProviderAccess | undefined =>
    apiKey === undefined ? undefined : { baseUrl, apiKey, fetch };
  const providers: Record<Provider, ProviderAccess | undefined> = {
    openai: access(set.OPENAI_BASE_URL, set.OPENAI_API_KEY),
    google: access(set.GOOGLE_BASE_URL, set.GEMINI_API_KEY),
    stability: access(set.STABILITY_BASE_URL, set.STABILITY_API_KEY),
    xai: access(set.XAI_BASE_URL, set.XAI_API_KEY),
  };
  return { providers, cloudinary: readCloudinary(set) };
}

function readCloudinary(set: z.infer<typeof EnvironmentSchema>): CloudinarySettings | undefined {
  if (set.CLOUDINARY_URL === undefined) return undefined;
  const { username, password, hostname } = new URL(set.CLOUDINARY_URL);
  return {
    apiUrl: set.CLOUDINARY_API_URL,
    deliveryUrl: set.CLOUDINARY_DELIVERY_URL,
    cloudName: hostname,
    apiKey: username,
    apiSecret: password,
  };
}
