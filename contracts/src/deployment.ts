/** What the functions and the setup of the cloud project must agree on. */
import { z } from 'zod';
import { AGENCIES } from './agencies/agencies.ts';
import { OWN_AGENCY_ID } from './agencies/profiles/own-agency.ts';

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

/** SHA-256 of the server's public key, as `ssh-keyscan HOST | ssh-keygen -lf -` prints it. */
const HostKeySchema = z.string().regex(/^SHA256:[A-Za-z0-9+/]{43}$/, 'must be like SHA256:…');

const AccountFieldsSchema = z.strictObject({
  host: TextSchema,
  port: z.int().min(1).max(65_535),
  user: TextSchema,
  password: TextSchema,
  /** Default: the folder that the server opens. */
  folder: TextSchema.optional(),
  /** False for servers that cannot rename: files then get their final names before they are whole. */
  supportsRename: z.boolean().default(true),
  /** True if the agency reads a CSV that is uploaded with the files. */
  takesCsv: z.boolean().default(false),
});

/** A stock agency's upload server. Strict: a misspelled option would not count. */
const DeliveryAccountSchema = z.discriminatedUnion('protocol', [
  AccountFieldsSchema.extend({
    protocol: z.literal('sftp'),
    port: AccountFieldsSchema.shape.port.default(22),
    /** Required: otherwise anybody could pretend to be the server, and get the password. */
    hostKey: HostKeySchema,
  }),
  AccountFieldsSchema.extend({
    protocol: z.literal('ftps'),
    port: AccountFieldsSchema.shape.port.default(21),
    /** PEM of another authority than the public ones. */
    certificateAuthority: TextSchema.optional(),
  }),
]);
export type DeliveryAccount = z.infer<typeof DeliveryAccountSchema>;

const AGENCY_IDS: ReadonlySet<string> = new Set([...AGENCIES.map(({ id }) => id), OWN_AGENCY_ID]);

/** The secret DELIVERY_ACCOUNTS: accounts by the agency's id. */
export const DeliveryAccountsSchema = z.record(
  z.string().refine((id) => AGENCY_IDS.has(id), 'The portal does not know this agency.'),
  DeliveryAccountSchema,
);
