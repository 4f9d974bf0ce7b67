/** Whether requests get through, as far as the browser knows. */
export interface Connection {
  isOnline: () => boolean;
  subscribe: (listener: () => void) => () => void;
}

const PROBE_PATH = '/icon.svg';
const PROBE_TIMEOUT_MS = 10_000;
const PROBE_INTERVAL_MS = 5_000;

let isReachable = true;
let isProbing = false;
const listeners = new Set<() => void>();

export const browserConnection: Connection = {
  // Outside a browser there is no such property.
  isOnline: () => isReachable && !('onLine' in navigator && !navigator.onLine),
  subscribe: (listener) => {
    const stop = new AbortController();
    addEventListener('online', listener, { signal: stop.signal });
    addEventListener('offline', listener, { signal: stop.signal });
    listeners.add(listener);
    return () => {
      stop.abort();
      listeners.delete(listener);
    };
  },
};

/**
 * To be called when a request got no response. The browser may think it is online all the same (a network that leads
 * nowhere): until a small file of the portal's own gets through, it is not.
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
  for (const listener of listeners) listener();
}

/** No response came: neither a refusal nor something that was cancelled here. */
export const isNetworkFailure = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError');

/** Resolves at once, or as soon as the line is back; rejects when it is given up. */
export function waitForLine(connection: Connection, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (connection.isOnline()) return Promise.resolve();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const giveUp = () => reject(signal.reason);
  const stop = connection.subscribe(() => connection.isOnline() && resolve());
  signal.addEventListener('abort', giveUp);
  return promise.finally(() => {
    stop();
    signal.removeEventListener('abort', giveUp);
  });
}
