import type { AppCheck } from 'firebase-admin/app-check';
import { readAppCheckSettings } from '../platform/config/config.ts';
import { AppError } from '../platform/app-error.ts';

export interface AppCheckClient {
  appCheck: () => Pick<AppCheck, 'verifyToken'>;
}

/** Refuses a request that does not come from the studio's web app, if the studio enforces App Check. */
export async function verifyApp({ appCheck }: AppCheckClient, token: string | undefined): Promise<void> {
  const settings = readAppCheckSettings();
  if (!settings?.isEnforced) return;
  if (token === undefined) throw notVerified('No App Check token.');
  const { appId } = await appCheck()
    .verifyToken(token)
    .catch((error: unknown) => {
      throw describe(error);
    });
  // Tokens of the project's other apps have the same audience.
  if (appId !== settings.appId) throw notVerified('The App Check token is of another app.');
}

function describe(error: unknown): AppError {
  // If the public keys cannot be fetched, only the message says so (firebase-admin lib/utils/jwt.js).
  const isUnreachable = error instanceof Error && error.message.includes('Error fetching Json Web Keys');
  if (!isUnreachable) return notVerified('The App Check token was not accepted.', error);
  return new AppError('unavailable', 'App Check cannot be reached.', {
    cause: error,
    userMessage: 'Your browser cannot be verified right now. Please try again.',
    retryAfterSeconds: 5,
  });
}

const notVerified = (message: string, cause?: unknown) =>
  new AppError('app-not-verified', message, {
    cause,
    userMessage:
      'Your browser could not be verified. Reload the page, and allow google.com if you block scripts.',
  });
