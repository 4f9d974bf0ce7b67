import { vi } from 'vitest';
import type { Connection } from '../../connection/connection.ts';
import type { Transport } from '../upload-transport.ts';

const HOUR_MS = 60 * 60 * 1000;
const STARTED = { success: true, batchId: 'batch-1' };

/** A line that can be cut. */
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
  return { connection, listeners, cut: () => set(false), mend: () => set(true) };
}

interface Put {
  name: string;
  folder: string;
  id: string;
  signal: AbortSignal;
  onProgress: (sent: number) => void;
  finish: () => void;
  fail: (error?: Error) => void;
}

/** Keeps what is sent; files on their way to Cloud Storage wait for the test to end them. */
export function createTransport() {
  const line = createConnection();
  const puts: Put[] = [];
  const letGo = vi.fn<() => void>();
  const transport = {
    connection: line.connection,
    sendForm: vi.fn<Transport['sendForm']>(async () => STARTED),
    sendJson: vi.fn<Transport['sendJson']>(async () => STARTED),
    openFolder: vi.fn<Transport['openFolder']>(async ({ folder = crypto.randomUUID(), files }) => ({
      folder,
      fileIds: files.map(() => crypto.randomUUID()),
      expiresAt: new Date(Date.now() + 12 * HOUR_MS).toISOString(),
    })),
    putFile: vi.fn<Transport['putFile']>((place, file, options) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const fail = (error = new Error('The line failed.')) => reject(error);
      options.signal.addEventListener('abort', () => fail());
      puts.push({ name: file.name, ...place, ...options, finish: resolve, fail });
      return promise;
    }),
    holdPage: vi.fn<Transport['holdPage']>(() => letGo),
  };
  return { transport, puts, letGo, ...line };
}
