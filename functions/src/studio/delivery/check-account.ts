import { readDeliveryAccount } from '../../platform/config/secrets.ts';
import { AppError } from '../../platform/app-error.ts';
import { logWarning } from '../../platform/logs/log.ts';
import { openTransport } from './transports/open-transport.ts';
import { TransportError } from './transports/transport-error.ts';

/** Less than an answer may take. */
const MAX_MS = 40_000;

/** Logs in and lists the folder. Uploads nothing. */
export async function checkAccount(agency: string): Promise<{ isReachable: boolean; message: string }> {
  const account = readDeliveryAccount(agency);
  if (!account) throw new AppError('not-found', 'The portal has no account for this agency.');
  try {
    const transport = await openTransport(account, AbortSignal.timeout(MAX_MS));
    try {
      const count = await transport.countFiles();
      const files = count === 1 ? '1 file' : `${count} files`;
      return { isReachable: true, message: `Logged in at ${account.host}. The folder has ${files}.` };
    } finally {
      await transport.close();
    }
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    logWarning('An account of an agency does not work.', error, { agency, failure: error.failure });
    return { isReachable: false, message: error.message };
  }
}
