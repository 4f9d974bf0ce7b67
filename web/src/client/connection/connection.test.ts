import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { browserConnection, checkConnection, isNetworkFailure, waitForConnection } from './connection.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', () => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The portal's responses to probes; undefined for a lost connection. */
function answerProbes(...answers: (Response | undefined)[]) {
  const probe = vi.fn<() => Promise<Response>>(async () => {
    const answer = answers.shift();
    if (!answer) throw new TypeError('Failed to fetch');
    return answer;
  });
  vi.stubGlobal('fetch', probe);
  return probe;
}

test('stays online after any response from the portal', async () => {
  expect(browserConnection.isOnline()).toBe(true);
  const probe = answerProbes(new Response(null, { status: 503 }));
  await checkConnection();
  expect(browserConnection.isOnline()).toBe(true);
  expect(probe).toHaveBeenCalledExactlyOnceWith(
    '/icon.svg',
    expect.objectContaining({ method: 'HEAD', cache: 'no-store' }),
  );
});

test('goes offline when a probe fails and probes every 5 s until one succeeds', async () => {
  const probe = answerProbes(undefined, undefined, new Response());
  const states: boolean[] = [];
  const stop = browserConnection.subscribe(() => states.push(browserConnection.isOnline()));
  const check = checkConnection();
  // Many requests may fail at once.
  void checkConnection();
  await vi.advanceTimersByTimeAsync(0);
  expect(states).toEqual([false]);
  await vi.advanceTimersByTimeAsync(5000);
  expect(states).toEqual([false]);
  await vi.advanceTimersByTimeAsync(5000);
  await check;
  expect(states).toEqual([false, true]);
  expect(probe).toHaveBeenCalledTimes(3);
  stop();
  answerProbes(undefined, new Response());
  const later = checkConnection();
  await vi.advanceTimersByTimeAsync(5000);
  await later;
  expect(states).toEqual([false, true]);
});

test.each([
  [new TypeError('Failed to fetch'), true],
  [new DOMException('Too slow.', 'TimeoutError'), true],
  [new DOMException('Cancelled.', 'AbortError'), false],
  [new Error('500: Internal Server Error'), false],
])('recognizes a network failure: %s', (error, isOne) => {
  expect(isNetworkFailure(error)).toBe(isOne);
});

test('follows the browser, until one no longer wants to know', () => {
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  const heard = vi.fn<() => void>();
  const stop = browserConnection.subscribe(heard);
  page.dispatchEvent(new Event('online'));
  page.dispatchEvent(new Event('offline'));
  expect(heard).toHaveBeenCalledTimes(2);
  stop();
  page.dispatchEvent(new Event('online'));
  page.dispatchEvent(new Event('offline'));
  expect(heard).toHaveBeenCalledTimes(2);
});

/** A connection that the test changes. */
function createOffline() {
  const heard = new Set<() => void>();
  let isOnline = false;
  return {
    heard,
    set: (next: boolean) => {
      isOnline = next;
      for (const listener of heard) listener();
    },
    connection: {
      isOnline: () => isOnline,
      subscribe: (listener: () => void) => {
        heard.add(listener);
        return () => heard.delete(listener);
      },
    },
  };
}

test('waits until the portal can be reached', async () => {
  const { connection, heard, set } = createOffline();
  const { signal } = new AbortController();
  const reached = vi.fn<() => void>();
  void waitForConnection(connection, signal).then(reached);
  set(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(reached).not.toHaveBeenCalled();
  set(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(reached).toHaveBeenCalledOnce();
  expect(heard.size).toBe(0);
  await waitForConnection(connection, signal);
});

test('does not wait any longer for a request that was aborted', async () => {
  const { connection, heard, set } = createOffline();
  const leave = new AbortController();
  const waiting = waitForConnection(connection, leave.signal);
  leave.abort(new Error('Left'));
  await expect(waiting).rejects.toThrow('Left');
  expect(heard.size).toBe(0);
  set(true);
  expect(() => waitForConnection(connection, leave.signal)).toThrow('Left');
});
