import type { Fetch, ProviderAccess } from './call-provider.ts';

export const OPENAI_SIGNS = {
  refused: /moderation_blocked|content_policy_violation/,
  /** https://github.com/openai-php/client/issues/565 has the whole answer, a 403. */
  unverified: /organization must be verified/i,
  exhausted: /insufficient_quota|billing_hard_limit_reached|billing_not_active/,
};

/** A client that sends each call once, with the given fetch. */
export async function openOpenai({ apiKey, baseUrl }: ProviderAccess, fetch: Fetch) {
  const { default: OpenAI } = await import('openai');
  return new OpenAI({
    apiKey,
    baseURL: baseUrl,
    // Do not send the environment's organization and project.
    organization: null,
    project: null,
    // With a known Response class the SDK does not make a test call to detect form support.
    fetch: Object.assign(fetch, { Response }),
    maxRetries: 0,
    logLevel: 'off',
  });
}
