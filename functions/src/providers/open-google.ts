import type { Fetch, ProviderAccess } from './call-provider.ts';

/** A client that sends each call once, with the given fetch. */
export async function openGoogle({ apiKey, baseUrl }: ProviderAccess, fetch: Fetch) {
  const { GoogleGenAI } = await import('@google/genai');
  return new GoogleGenAI({
    apiKey,
    vertexai: false,
    // Image settings are documented for v1beta. Without retryOptions the SDK does not retry.
    httpOptions: { baseUrl, apiVersion: GOOGLE_VERSION, fetch },
  });
}

export const GOOGLE_VERSION = 'v1beta';
