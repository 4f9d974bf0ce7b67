import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { createRequire } from 'node:module';
import type { CloudinarySettings } from '../../platform/config/config.ts';
import { MediaError, toMediaError } from './media-error.ts';

const ANSWERS_WITHIN_MS = 30_000;

/** Loaded on demand: most functions never use images. */
const requireModule = createRequire(import.meta.url);
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `require` has no types
export const loadSdk = () => (requireModule('cloudinary') as typeof import('cloudinary')).v2;

/** Options for every call: the SDK has no client, only global settings. */
export function makeAccess(readSettings: () => CloudinarySettings) {
  let agent: HttpAgent | undefined;

  /** The SDK chooses http or https when it is loaded; an explicit agent follows the URL. */
  return () => {
    const { apiUrl, cloudName, apiKey, apiSecret } = readSettings();
    agent ??= new (apiUrl.startsWith('http:') ? HttpAgent : HttpsAgent)({ keepAlive: true });
    return {
      upload_prefix: apiUrl,
      cloud_name: cloudName,
      api_key: apiKey,
      api_secret: apiSecret,
      agent,
    };
  };
}

/** Adds a timeout to a call of the SDK: some calls have none. */
export async function ask<Answer>(
  action: string,
  work: Promise<Answer>,
  signal: AbortSignal = AbortSignal.timeout(ANSWERS_WITHIN_MS),
): Promise<Answer> {
  const { promise: timeIsUp, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(new MediaError(action, undefined, 'it took too long'));
  signal.addEventListener('abort', giveUp, { once: true });
  if (signal.aborted) giveUp();
  try {
    return await Promise.race([work, timeIsUp]);
  } catch (error) {
    throw toMediaError(action, error);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
