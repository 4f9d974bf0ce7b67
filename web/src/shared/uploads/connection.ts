/** Whether the browser believes that it has a line. */
export interface Connection {
  isOnline: () => boolean;
  subscribe: (listener: () => void) => () => void;
}

export const browserConnection: Connection = {
  isOnline: () => navigator.onLine,
  subscribe: (listener) => {
    const stop = new AbortController();
    addEventListener('online', listener, { signal: stop.signal });
    addEventListener('offline', listener, { signal: stop.signal });
    return () => stop.abort();
  },
};

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
