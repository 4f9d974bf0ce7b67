import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { createRequire } from 'node:module';
import type { CloudinarySettings } from '../config.ts';
import { MediaError, toMediaError } from './media-error.ts';

const ANSWERS_WITHIN_MS = 30_000;

/** Loaded when first used: most functions never touch an image. */
const requireModule = createRequire(import.meta.url);
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is that module; `require` cannot say so
export const loadSdk = () => (requireModule('cloudinary') as typeof import('cloudinary')).v2;

/** What every call of the SDK takes: it has no client, and keeps one set of settings for all. */
export function makeAccess(readSettings: () => CloudinarySettings) {
  let agent: HttpAgent | undefined;

  /** The SDK picks http or https once, when it is loaded; an agent of our own decides it by the address. */
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

/** Waits for the SDK no longer than asked: some of its calls have no time-out of their own. */
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
