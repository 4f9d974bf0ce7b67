import { vi } from 'vitest';
import type { Connection } from '../../../client/connection/connection.ts';
import type { Transport } from '../transport.ts';

const HOUR_MS = 60 * 60 * 1000;
const STARTED = { success: true, batchId: 'batch-1' };

/** A connection that the test can drop. */
export function createConnection() {
  const listeners = new Set<() => void>();
  let isOnline = true;
  const connection: Connection = {
    isOnline: () => isOnline,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const set = (next: boolean) => {
    isOnline = next;
    for (const listener of listeners) listener();
  };
  return { connection, listeners, disconnect: () => set(false), reconnect: () => set(true) };
}

export interface Put {
  name: string;
  folder: string;
  id: string;
  signal: AbortSignal;
  onProgress: (sent: number) => void;
  finish: () => void;
  fail: (error?: Error) => void;
}

/** Records requests. Uploads to Cloud Storage stay pending until the test ends them. */
export function createTransport() {
  const network = createConnection();
  const puts: Put[] = [];
  const stopWarning = vi.fn<() => void>();
  const transport = {
    connection: network.connection,
    sendForm: vi.fn<Transport['sendForm']>(async () => STARTED),
    sendJson: vi.fn<Transport['sendJson']>(async () => STARTED),
    openFolder: vi.fn<Transport['openFolder']>(async ({ folder = crypto.randomUUID(), files }) => ({
      folder,
      fileIds: files.map(() => crypto.randomUUID()),
      expiresAt: new Date(Date.now() + 12 * HOUR_MS).toISOString(),
    })),
    putFile: vi.fn<Transport['putFile']>((target, file, options) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const fail = (error = new Error('The connection failed.')) => reject(error);
      options.signal.addEventListener('abort', () => fail());
      puts.push({ name: file.name, ...target, ...options, finish: resolve, fail });
      return promise;
    }),
    warnBeforeLeaving: vi.fn<Transport['warnBeforeLeaving']>(() => stopWarning),
  };
  return { transport, puts, stopWarning, ...network };
}
