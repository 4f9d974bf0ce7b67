/** What is kept in Secret Manager, and what must never be logged. */
import {
  DeliveryAccountsSchema,
  ProviderKeysSchema,
  type DeliveryAccount,
} from '@portal/contracts/deployment';
import { defineSecret } from 'firebase-functions/params';

/** All keys in one secret: a studio sets nothing for a provider that it does not use. */
export const providerKeys = defineSecret('PROVIDER_KEYS');

const ALERT_WEBHOOK = 'ALERT_WEBHOOK_URL';

/** Upload servers of stock agencies, by the agency's id. */
export const deliveryAccounts = defineSecret('DELIVERY_ACCOUNTS');

/** Read when used, so that the values are nowhere else. */
const readDeliveryAccounts = () => DeliveryAccountsSchema.parse(JSON.parse(deliveryAccounts.value() || '{}'));

/** Undefined if the studio has no account there. */
export const readDeliveryAccount = (agency: string): DeliveryAccount | undefined =>
  Object.entries(readDeliveryAccounts()).find(([id]) => id === agency)?.[1];

/** Without user and password. */
export const listDeliveryTargets = () =>
  Object.entries(readDeliveryAccounts()).map(([agency, { protocol, host }]) => ({ agency, protocol, host }));

/** Redacting shorter ones would redact ordinary words. */
export const MIN_SECRET_LENGTH = 8;
/** Shorter parts of the address are names. */
const MIN_TOKEN_LENGTH = 20;

export const readProviderKeys = () => ProviderKeysSchema.parse(JSON.parse(providerKeys.value()));

const SOURCES = [providerKeys.name, deliveryAccounts.name, ALERT_WEBHOOK];
/** The secrets in these texts, which never change in production: parsing them for each logged text took 4% of the API's CPU time. */
let known = { texts: '', secrets: [] as readonly string[] };

/** What must never be logged. */
export function listSecrets(): readonly string[] {
  const texts = SOURCES.map((name) => process.env[name] ?? '').join('\n');
  if (texts !== known.texts)
    known = { texts, secrets: [...listKeys(), ...listPasswords(), ...listWebhookTokens()] };
  return known.secrets;
}

/** Empty in functions without the secret. */
function listKeys(): string[] {
  if (process.env[providerKeys.name] === undefined) return [];
  try {
    const { cloudinary, ...keys } = readProviderKeys();
    const secrets = [...Object.values(keys).flat(), cloudinary.apiKey, cloudinary.apiSecret];
    return secrets.filter((secret) => secret.length >= MIN_SECRET_LENGTH);
  } catch {
    // Whoever needs the keys reports that they are invalid.
    return [];
  }
}

/** Empty in functions without the secret. */
function listPasswords(): string[] {
  if (!process.env[deliveryAccounts.name]) return [];
  try {
    return Object.values(readDeliveryAccounts()).flatMap(({ user, password }) => [user, password]);
  } catch {
    // Whoever needs the accounts reports that they are invalid.
    return [];
  }
}

/** The tokens in a webhook's address. */
const listWebhookTokens = (): string[] =>
  (process.env[ALERT_WEBHOOK] ?? '').split(/[^\w-]+/).filter((part) => part.length >= MIN_TOKEN_LENGTH);
