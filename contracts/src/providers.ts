/** Whether the providers can make anything, as the forms show it. */
import { z } from 'zod';
import { defineCall } from './call.ts';
import { PROVIDER_TITLES, ProviderSchema, type Provider } from './generation-request.ts';

/** Why none of a provider's keys can make anything. */
export const KeyProblemSchema = z.enum(['no-key', 'rejected', 'exhausted', 'unverified']);
export type KeyProblem = z.infer<typeof KeyProblemSchema>;

export const ProviderStateSchema = z.object({
  provider: ProviderSchema,
  /** On a developer's machine: a stand-in draws the results. */
  isSandbox: z.boolean(),
  problem: KeyProblemSchema.nullable(),
});
export type ProviderState = z.infer<typeof ProviderStateSchema>;

export const listProviders = defineCall({
  method: 'GET',
  path: '/api/providers',
  summary: 'Whether the keys of each provider work.',
  audience: 'staff',
  response: z.object({ providers: z.array(ProviderStateSchema).max(20) }),
});

const SENTENCES: Readonly<Record<KeyProblem, (title: string) => string>> = {
  'no-key': (title) => `The studio has no key for ${title}.`,
  rejected: (title) => `${title} refuses the studio's key.`,
  exhausted: (title) => `${title} has no credit or quota left for the studio's key.`,
  unverified: (title) => `${title} makes images only for organizations that it has verified.`,
};

interface Pages {
  keys: string;
  credit: string;
  verification?: string;
}

/** Where an account's owner finds keys and credit. */
const PAGES: Readonly<Record<Provider, Pages>> = {
  openai: {
    keys: 'https://platform.openai.com/api-keys',
    credit: 'https://platform.openai.com/settings/organization/billing',
    verification: 'https://platform.openai.com/settings/organization/general',
  },
  // Gemini's own 429 names the second.
  google: { keys: 'https://aistudio.google.com/apikey', credit: 'https://ai.dev/usage?tab=rate-limit' },
  stability: {
    keys: 'https://platform.stability.ai/account/keys',
    credit: 'https://platform.stability.ai',
  },
  xai: { keys: 'https://console.x.ai', credit: 'https://console.x.ai' },
};

/** One sentence, and the provider's page where the account's owner can solve it. */
export function describeKeyProblem(
  provider: Provider,
  problem: KeyProblem,
): { sentence: string; page: string } {
  const { keys, credit, verification = keys } = PAGES[provider];
  const pages = { 'no-key': keys, rejected: keys, exhausted: credit, unverified: verification };
  return { sentence: SENTENCES[problem](PROVIDER_TITLES[provider]), page: pages[problem] };
}
