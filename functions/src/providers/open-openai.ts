import type { Fetch, ProviderAccess } from './call-provider.ts';

/** A client that sends each call once, by that fetch. */
export async function openOpenai({ apiKey, baseUrl }: ProviderAccess, fetch: Fetch) {
  const { default: OpenAI } = await import('openai');
  return new OpenAI({
    apiKey,
    baseURL: baseUrl,
    // Whatever the environment says of them is for nobody else to learn.
    organization: null,
    project: null,
    // Told which Response comes back, the SDK does not try out by a call of its own whether forms can be sent.
    fetch: Object.assign(fetch, { Response }),
    maxRetries: 0,
    logLevel: 'off',
  });
}
