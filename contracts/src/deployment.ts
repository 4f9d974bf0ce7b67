/** What the functions and the setup of the cloud project must agree on. */
import { z } from 'zod';

export const DEFAULT_REGION = 'us-central1';

/** Each group of functions has its own identity with the rights that it needs. `npm run cloud:setup` creates them. */
export const SERVICE_ACCOUNTS = {
  api: 'portal-api',
  workers: 'portal-workers',
  maintenance: 'portal-maintenance',
} as const;

const TextSchema = z.string().trim().min(1);
const KeysSchema = z.array(TextSchema).default([]);

/** The secret PROVIDER_KEYS. Strict: with a misspelled name, a provider would have no keys. */
export const ProviderKeysSchema = z.strictObject({
  openai: KeysSchema,
  google: KeysSchema,
  stability: KeysSchema,
  xai: KeysSchema,
  cloudinary: z.strictObject({ cloudName: TextSchema, apiKey: TextSchema, apiSecret: TextSchema }),
});
export type ProviderKeys = z.infer<typeof ProviderKeysSchema>;
