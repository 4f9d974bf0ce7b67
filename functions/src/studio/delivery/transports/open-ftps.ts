import { posix } from 'node:path';
import { Readable } from 'node:stream';
import type { DeliveryAccount } from '@portal/contracts/deployment';
import type { Client } from 'basic-ftp';
import { splitBytes } from './split-bytes.ts';
import { TIMEOUT_MS, type Transport } from './transport.ts';
import { TransportError, wrongIdentity } from './transport-error.ts';

type FtpsAccount = Extract<DeliveryAccount, { protocol: 'ftps' }>;

const NOT_LOGGED_IN = 530;
const UNAVAILABLE = 550;
/** Too many connections, or the data connection was lost. */
const CONNECTION: ReadonlySet<unknown> = new Set([421, 425, 426]);
const STORAGE: ReadonlySet<unknown> = new Set([452, 552]);
const NOT_IMPLEMENTED: ReadonlySet<unknown> = new Set([500, 502, 504]);
/** Servers also use the code of a wrong password for this. */
const TOO_MANY = /too many|maximum|limit|busy/i;
/** Of Node.js and OpenSSL (node/src/crypto/crypto_common.cc). */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL/;

export async function openFtps(account: FtpsAccount, signal: AbortSignal): Promise<Transport> {
  const ftp = await import('basic-ftp');
  const client = new ftp.Client(TIMEOUT_MS);
  let lastReply = 0;
  // The only place that shows a reply that comes after the data connection was closed.
  client.ftp.log = (message) => {
    lastReply = Number(/^< (\d{3})/.exec(message)?.[1] ?? lastReply);
  };
  const abort = () => client.close();
  signal.addEventListener('abort', abort, { once: true });
  const attempt = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    try {
      return await work();
    } catch (error) {
      throw toTransportError(error);
    }
  };
  const close = () => {
    signal.removeEventListener('abort', abort);
    client.close();
  };

  try {
    signal.throwIfAborted();
    await logIn(client, account);
  } catch (error) {
    close();
    throw error;
  }
  const pathOf = (name: string) => posix.join(account.folder ?? '', name);

  async function findSize(name: string): Promise<number | undefined> {
    try {
      return await client.size(pathOf(name));
    } catch (error) {
      const code = codeOf(error);
      if (code === UNAVAILABLE) return undefined;
      if (!NOT_IMPLEMENTED.has(code)) throw toTransportError(error);
    }
    const files = await attempt(() => client.list(account.folder));
    return files.find((file) => file.name === name)?.size;
  }

  async function upload(name: string, bytes: Buffer, start: number, onProgress: (done: number) => void) {
    const source = Readable.from(splitBytes(bytes, start, onProgress));
    const { prepareTransfer } = client;
    client.prepareTransfer = async (context) => {
      const prepared = await prepareTransfer(context);
      keepControlConnection(context, source);
      // Right before the upload. Not APPE: what the server still receives from a lost connection would come in between.
      if (start > 0) await context.request(`REST ${start}`);
      return prepared;
    };
    try {
      await client.uploadFrom(source, pathOf(name));
    } finally {
      client.prepareTransfer = prepareTransfer;
      source.destroy();
    }
  }

  return {
    findSize,
    upload: (name, bytes, start, onProgress) =>
      attempt(async () => {
        try {
          await upload(name, bytes, start, onProgress);
        } catch (error) {
          if (await isStorageFull(client, () => lastReply))
            throw new TransportError('storage', { cause: error });
          // Many servers do not resume uploads.
          if (start === 0 || !isRefusal(error)) throw error;
          await upload(name, bytes, 0, onProgress);
        }
      }),
    rename: (from, to) =>
      attempt(async () => {
        try {
          await client.rename(pathOf(from), pathOf(to));
        } catch (cause) {
          if (!NOT_IMPLEMENTED.has(codeOf(cause))) throw cause;
          throw new TransportError('refused', {
            cause,
            message:
              'The agency’s server cannot rename files. An admin can set "supportsRename" of the account to false.',
          });
        }
      }),
    delete: (name) =>
      attempt(async () => {
        try {
          await client.remove(pathOf(name));
        } catch (error) {
          if (codeOf(error) !== UNAVAILABLE) throw error;
        }
      }),
    countFiles: async () => (await attempt(() => client.list(account.folder))).length,
    close: async () => close(),
  };
}

/** Each step by itself, so that the password is sent only after the certificate was verified. */
async function logIn(
  client: Client,
  { host, port, user, password, certificateAuthority }: FtpsAccount,
): Promise<void> {
  const connectionLost = (cause: unknown) => new TransportError('connection', { cause });
  await client.connect(host, port).catch((cause: unknown) => {
    throw connectionLost(cause);
  });
  await client
    .useTLS({ host, ...(certificateAuthority !== undefined && { ca: certificateAuthority }) })
    .catch((cause: unknown) => {
      const isRefused = isRefusal(cause) && !CONNECTION.has(codeOf(cause));
      if (!isRefused && !CERTIFICATE.test(String(codeOf(cause)))) throw connectionLost(cause);
      throw wrongIdentity(
        isRefused ? `The server ${host} does not offer TLS` : `The certificate of ${host} is not valid`,
        cause,
      );
    });
  await client.login(user, password).catch((cause: unknown) => {
    const isWrong = codeOf(cause) === NOT_LOGGED_IN && !TOO_MANY.test(String(cause));
    throw isWrong ? new TransportError('login', { cause: new Error('530') }) : connectionLost(cause);
  });
  await client.useDefaultSettings().catch((cause: unknown) => {
    throw connectionLost(cause);
  });
}

/** Otherwise a server that closes the data connection could not say why: basic-ftp would close both. */
function keepControlConnection({ dataSocket }: Client['ftp'], source: Readable): void {
  const ignore = () => undefined;
  dataSocket?.removeAllListeners('error').removeAllListeners('close').on('error', ignore);
  source.removeAllListeners('error').on('error', ignore);
}

/** A server may close the data connection before it says why. Its reply comes before the one to the next command. */
async function isStorageFull(client: Client, readLastReply: () => number): Promise<boolean> {
  if (STORAGE.has(readLastReply())) return true;
  if (client.closed) return false;
  let reply = 0;
  try {
    reply = (await client.send('NOOP')).code;
  } catch (error) {
    reply = Number(codeOf(error));
  }
  return STORAGE.has(reply);
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

/** The server has answered that it does not do this. */
const isRefusal = (error: unknown): boolean => {
  const code = codeOf(error);
  return typeof code === 'number' && code >= 400 && !CONNECTION.has(code) && !STORAGE.has(code);
};

function toTransportError(cause: unknown): TransportError {
  if (cause instanceof TransportError) return cause;
  if (STORAGE.has(codeOf(cause))) return new TransportError('storage', { cause });
  return new TransportError(isRefusal(cause) ? 'refused' : 'connection', { cause });
}
