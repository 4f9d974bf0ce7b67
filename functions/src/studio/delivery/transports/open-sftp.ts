import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';
import { posix } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { DeliveryAccount } from '@portal/contracts/deployment';
import type SftpClient from 'ssh2-sftp-client';
import { splitBytes } from './split-bytes.ts';
import { TIMEOUT_MS, WINDOW_BYTES, CHUNK_BYTES, type Transport } from './transport.ts';
import { TransportError, wrongIdentity, type TransportFailure } from './transport-error.ts';

/** Codes of the protocol: https://datatracker.ietf.org/doc/html/draft-ietf-secsh-filexfer-02#section-7 */
const NO_SUCH_FILE: ReadonlySet<unknown> = new Set([2, 'ENOENT']);
const PERMISSION_DENIED: ReadonlySet<unknown> = new Set([3, 'EACCES']);
const UNSUPPORTED = 8;
/** For a full disk too, as OpenSSH answers; the other codes are of later versions. */
const FAILURES: ReadonlySet<unknown> = new Set([4, 14, 15]);

export async function openSftp(
  account: Extract<DeliveryAccount, { protocol: 'sftp' }>,
  signal: AbortSignal,
): Promise<Transport> {
  const { default: Client } = await import('ssh2-sftp-client');
  const lost = Promise.withResolvers<never>();
  // Rejected whether or not anybody waits.
  lost.promise.catch(() => undefined);
  const lose = (cause?: unknown) => lost.reject(new TransportError('connection', { cause }));
  const client = new Client('portal', { error: lose, end: () => lose(), close: () => lose() });
  // Without Nagle's algorithm, which would hold back the requests of the window.
  const socket = connectTcp({ host: account.host, port: account.port, noDelay: true });
  const abort = () => {
    lose(signal.reason);
    socket.destroy();
  };
  signal.addEventListener('abort', abort, { once: true });
  const attempt = async <Value>(work: Promise<Value>, statusFailure: TransportFailure = 'refused') => {
    try {
      return await Promise.race([work, lost.promise]);
    } catch (error) {
      throw toTransportError(error, statusFailure);
    }
  };

  try {
    signal.throwIfAborted();
    await waitForConnection(socket, signal);
    await connect(client, socket, account, attempt);
  } catch (error) {
    signal.removeEventListener('abort', abort);
    socket.destroy();
    throw error;
  }
  const pathOf = (name: string) => posix.join(account.folder ?? '.', name);
  return {
    async findSize(name) {
      try {
        return (await attempt(client.stat(pathOf(name)))).size;
      } catch (error) {
        if (error instanceof TransportError && NO_SUCH_FILE.has(codeOf(error.cause))) return undefined;
        throw error;
      }
    },
    async upload(name, bytes, start, onProgress) {
      // Whatever order the server wrote the window in: all before it was confirmed.
      const from = Math.max(0, start - WINDOW_BYTES);
      const target = client.createWriteStream(pathOf(name), {
        flags: start === 0 ? 'w' : 'r+',
        start: from,
        // Requests that are sent before the first is answered.
        highWaterMark: WINDOW_BYTES - 2 * CHUNK_BYTES,
      });
      await attempt(
        pipeline(Readable.from(splitBytes(bytes, from, onProgress)), target, { signal }),
        'storage',
      );
    },
    rename: async (from, to) => {
      await attempt(client.rename(pathOf(from), pathOf(to)));
    },
    delete: async (name) => {
      await attempt(client.delete(pathOf(name), true));
    },
    countFiles: async () => (await attempt(client.list(account.folder ?? '.'))).length,
    async close() {
      signal.removeEventListener('abort', abort);
      await client.end().catch(() => undefined);
      socket.destroy();
    },
  };
}

async function waitForConnection(socket: Socket, signal: AbortSignal): Promise<void> {
  // Errors after this are the client's.
  socket.on('error', () => undefined);
  try {
    await once(socket, 'connect', { signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) });
  } catch (cause) {
    throw new TransportError('connection', { cause });
  }
}

async function connect(
  client: SftpClient,
  sock: Socket,
  { host, user, password, hostKey }: Extract<DeliveryAccount, { protocol: 'sftp' }>,
  attempt: <Value>(work: Promise<Value>) => Promise<Value>,
): Promise<void> {
  let isOther = false;
  try {
    await attempt(
      client.connect({
        sock,
        username: user,
        password,
        readyTimeout: TIMEOUT_MS,
        keepaliveInterval: TIMEOUT_MS / 3,
        // Only this password: no keys or agents of the machine, and no second attempt with it.
        authHandler: ['password'],
        hostVerifier: (key: Buffer) => {
          isOther = fingerprint(key) !== hostKey;
          return !isOther;
        },
      }),
    );
  } catch (cause) {
    if (isOther)
      throw wrongIdentity(`The server ${host} has another host key than the one in the account`, cause);
    // ssh2-sftp-client drops `level: 'client-authentication'`.
    if (/authentication methods failed/i.test(describeCauses(cause)))
      throw new TransportError('login', { cause });
    throw new TransportError('connection', { cause });
  }
}

const fingerprint = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;

const describeCauses = (error: unknown): string =>
  error instanceof Error ? `${error.message} ${describeCauses(error.cause)}` : '';

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

function toTransportError(cause: unknown, statusFailure: TransportFailure): TransportError {
  if (cause instanceof TransportError) return cause;
  const code = codeOf(cause);
  if (FAILURES.has(code)) return new TransportError(statusFailure, { cause });
  if (NO_SUCH_FILE.has(code) || PERMISSION_DENIED.has(code)) return new TransportError('refused', { cause });
  if (code === UNSUPPORTED) {
    return new TransportError('refused', {
      cause,
      message:
        'The agency’s server cannot rename files. An admin can set "supportsRename" of the account to false.',
    });
  }
  return new TransportError('connection', { cause });
}
