import { Observable } from '../observable.ts';

/** Whether the portal can be reached, as far as the browser knows. */
export interface Connection {
  isOnline: () => boolean;
  subscribe: (listener: () => void) => () => void;
}

const PROBE_PATH = '/icon.svg';
const PROBE_TIMEOUT_MS = 10_000;
const PROBE_INTERVAL_MS = 5_000;

let isReachable = true;
let isProbing = false;
const changes = new Observable();

export const browserConnection: Connection = {
  // `onLine` does not exist outside a browser.
  isOnline: () => isReachable && !('onLine' in navigator && !navigator.onLine),
  subscribe: (listener) => {
    const stop = new AbortController();
    addEventListener('online', listener, { signal: stop.signal });
    addEventListener('offline', listener, { signal: stop.signal });
    const unsubscribe = changes.subscribe(listener);
    return () => {
      stop.abort();
      unsubscribe();
    };
  },
};

/**
 * Call when a request got no response. The browser may still report that it is online, on a network without access. It
 * counts as offline until a small file of the portal loads.
 */
export async function checkConnection(): Promise<void> {
  if (isProbing) return;
  isProbing = true;
  for (;;) {
    setReachable(await probe());
    if (isReachable) break;
    await new Promise((resolve) => setTimeout(resolve, PROBE_INTERVAL_MS));
  }
  isProbing = false;
}

const probe = (): Promise<boolean> =>
  fetch(PROBE_PATH, {
    method: 'HEAD',
    cache: 'no-store',
    signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
  }).then(
    () => true,
    () => false,
  );

function setReachable(next: boolean): void {
  if (next === isReachable) return;
  isReachable = next;
  changes.notify();
}

/** Whether no response arrived. False for error responses and for requests that were aborted here. */
export const isNetworkFailure = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError');

/** Resolves when the portal can be reached. Rejects when the signal aborts. */
export function waitForConnection(connection: Connection, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  if (connection.isOnline()) return Promise.resolve();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const abort = () => reject(signal?.reason);
  const stop = connection.subscribe(() => connection.isOnline() && resolve());
  signal?.addEventListener('abort', abort);
  return promise.finally(() => {
    stop();
    signal?.removeEventListener('abort', abort);
  });
}
