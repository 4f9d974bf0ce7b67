import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { serve } from '../../testing/fake-server.ts';
import { connectClient } from './client.ts';
import { PictureCache } from './picture-cache.ts';

beforeEach(() => {
  // Node has no such function.
  vi.stubGlobal('addEventListener', () => undefined);
  vi.spyOn(Math, 'random').mockReturnValue(0);
});

function createCache(maxBytes?: number): PictureCache {
  const cache = new PictureCache(maxBytes === undefined ? {} : { maxBytes });
  onTestFinished(() => cache.forget());
  return cache;
}

function useFakeTimers(): void {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
}

/** Waits for the picture like a component on screen. */
async function load(cache: PictureCache, path: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const read = () => {
    const { url, hasFailed } = cache.read(path);
    if (url !== undefined) resolve(url);
    if (hasFailed) reject(new Error('The picture failed.'));
  };
  const unsubscribe = cache.subscribe(path, read);
  const leave = cache.want(path);
  read();
  try {
    return await promise;
  } finally {
    leave();
    unsubscribe();
  }
}

const errorResponse = (status: number, headers = {}) => new Response(null, { status, headers });
const lostConnection = async () => Promise.reject(new TypeError('Failed to fetch'));
/** Longer than until the listeners are called. */
const ANNOUNCED_MS = 20;

test('fetches each picture once, with the token [P7.22]', async () => {
  connectClient({
    identity: async () => ({ id: 'uid', email: 'e', name: 'n', getToken: async () => 'the-token' }),
    onBanned: () => undefined,
  });
  const requests = serve(new Response('pixels'), new Response('others'));
  const cache = createCache();
  const [first, second] = await Promise.all([load(cache, '/api/a.png'), load(cache, '/api/a.png')]);
  expect(first).toMatch(/^data:/);
  expect(second).toBe(first);
  expect(await load(cache, '/api/a.png')).toBe(first);
  expect(await load(cache, '/api/b.png')).not.toBe(first);
  expect(requests.map(({ path }) => path)).toEqual(['/api/a.png', '/api/b.png']);
  expect(requests[0]?.init.headers).toMatchObject({ Authorization: 'Bearer the-token' });
});

test('does not retry a failed picture until the next sign-in [P7.22]', async () => {
  const requests = serve(errorResponse(404), new Response('pixels'));
  const cache = createCache();
  await expect(load(cache, '/api/a.png')).rejects.toThrow('failed');
  await expect(load(cache, '/api/a.png')).rejects.toThrow('failed');
  expect(requests).toHaveLength(1);
  cache.forget();
  expect(await load(cache, '/api/a.png')).toMatch(/^data:/);
});

test('retries a 429 after Retry-After until it succeeds', async () => {
  useFakeTimers();
  const wait = () => errorResponse(429, { 'Retry-After': '3' });
  const requests = serve(...Array.from({ length: 10 }, wait), new Response('pixels'));
  const loading = load(createCache(), '/api/a.png');
  await vi.advanceTimersByTimeAsync(2999);
  expect(requests).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(requests).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(27_000 + ANNOUNCED_MS);
  expect(await loading).toMatch(/^data:/);
});

test('spreads retries over half of Retry-After', async () => {
  useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const requests = serve(errorResponse(429, { 'Retry-After': '2' }), new Response('pixels'));
  const loading = load(createCache(), '/api/a.png');
  await vi.advanceTimersByTimeAsync(2999);
  expect(requests).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1 + ANNOUNCED_MS);
  expect(await loading).toMatch(/^data:/);
});

test.each([
  ['a 503', async () => errorResponse(503)],
  ['a lost connection', lostConnection],
])('retries %s three times, then whenever the picture is needed', async (_name, fail) => {
  useFakeTimers();
  const requests = serve(fail, fail, fail, fail, new Response('pixels'));
  const cache = createCache();
  const failed = load(cache, '/api/a.png').then(undefined, () => 'failed');
  await vi.advanceTimersByTimeAsync(7000 + ANNOUNCED_MS);
  expect(await failed).toBe('failed');
  expect(requests).toHaveLength(4);
  const leave = cache.want('/api/a.png');
  expect(cache.read('/api/a.png').hasFailed).toBe(false);
  await vi.waitFor(() => expect(cache.read('/api/a.png').url).toMatch(/^data:/));
  leave();
});

test('retries failed pictures on screen when the connection is back', async () => {
  useFakeTimers();
  const cache = createCache();
  let isReachable = false;
  const fetched: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    if (path !== '/icon.svg') fetched.push(path);
    return isReachable ? new Response('pixels') : lostConnection();
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const leaveFar = cache.want('/api/far.png');
  // Its card is still on the page.
  cache.subscribe('/api/far.png', () => undefined);
  cache.want('/api/near.png');
  await vi.advanceTimersByTimeAsync(7000);
  expect(cache.read('/api/near.png').hasFailed).toBe(true);
  leaveFar();
  fetched.length = 0;
  isReachable = true;
  await vi.advanceTimersByTimeAsync(5000);
  expect(cache.read('/api/near.png').url).toMatch(/^data:/);
  expect(fetched).toEqual(['/api/near.png']);
});

test('fetches 16 at a time and skips canceled pictures', async () => {
  const answers = Array.from({ length: 18 }, () => Promise.withResolvers<Response>());
  const requests = serve(...answers.map((answer) => () => answer.promise));
  const cache = createCache();
  const leave = Array.from({ length: 19 }, (_, index) => cache.want(`/api/${index}.png`));
  await vi.waitFor(() => expect(requests).toHaveLength(16));
  leave[0]?.();
  expect(requests[0]?.init.signal?.aborted).toBe(true);
  leave[16]?.();
  answers[0]?.reject(new Error('aborted'));
  answers[1]?.resolve(new Response('pixels'));
  await vi.waitFor(() => expect(requests).toHaveLength(18));
  expect(requests.slice(16).map(({ path }) => path)).toEqual(['/api/17.png', '/api/18.png']);
});

test('fetches the closest picture next, by its distance at that time', async () => {
  const answers = Array.from({ length: 18 }, () => Promise.withResolvers<Response>());
  const requests = serve(...answers.map((answer) => () => answer.promise));
  const cache = createCache();
  for (let index = 0; index < 16; index += 1) cache.want(`/api/${index}.png`);
  let scroll = 0;
  const measureFrom = (position: number) => () => Math.abs(position - scroll);
  cache.want('/api/top.png', measureFrom(0));
  cache.want('/api/bottom.png', measureFrom(500));
  cache.want('/api/middle.png', measureFrom(300));
  await vi.waitFor(() => expect(requests).toHaveLength(16));
  scroll = 400;
  answers[0]?.resolve(new Response('pixels'));
  await vi.waitFor(() => expect(requests).toHaveLength(17));
  scroll = 290;
  answers[1]?.resolve(new Response('pixels'));
  await vi.waitFor(() => expect(requests).toHaveLength(18));
  expect(requests.slice(16).map(({ path }) => path)).toEqual(['/api/bottom.png', '/api/middle.png']);
});

test('is slow once a request has taken 300 ms, until the picture is canceled', async () => {
  useFakeTimers();
  const answers = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()] as const;
  serve(...answers.map((answer) => () => answer.promise));
  const cache = createCache();
  cache.want('/api/a.png');
  const leave = cache.want('/api/b.png');
  cache.subscribe('/api/b.png', () => undefined);
  await vi.advanceTimersByTimeAsync(299);
  expect(cache.read('/api/a.png').isSlow).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(cache.read('/api/a.png').isSlow).toBe(true);
  expect(cache.read('/api/b.png').isSlow).toBe(true);
  leave();
  expect(cache.read('/api/b.png').isSlow).toBe(false);
  answers[0].resolve(new Response('pixels'));
  await vi.advanceTimersByTimeAsync(0);
  expect(cache.read('/api/a.png')).toMatchObject({ url: expect.stringMatching(/^data:/), isSlow: true });
});

test('is slow after 300 ms, also while it waits for a request to end', async () => {
  useFakeTimers();
  serve(...Array.from({ length: 16 }, () => async () => new Promise<Response>(() => undefined)));
  const cache = createCache();
  for (let index = 0; index <= 16; index += 1) cache.want(`/api/${index}.png`);
  await vi.advanceTimersByTimeAsync(300);
  expect(cache.read('/api/16.png').isSlow).toBe(true);
});

test('is not slow when a picture arrives or is canceled before', async () => {
  useFakeTimers();
  serve(new Response('pixels'), async () => new Promise(() => undefined));
  const cache = createCache();
  cache.want('/api/a.png');
  cache.subscribe('/api/b.png', () => undefined);
  cache.want('/api/b.png')();
  await vi.advanceTimersByTimeAsync(1000);
  expect(cache.read('/api/a.png')).toMatchObject({ url: expect.stringMatching(/^data:/), isSlow: false });
  expect(cache.read('/api/b.png').isSlow).toBe(false);
});

test('requests a picture again that returns while its request is being canceled', async () => {
  const requests = serve(
    async ({ signal }) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted')))),
    new Response('pixels'),
  );
  const cache = createCache();
  cache.subscribe('/api/a.png', () => undefined);
  const leave = cache.want('/api/a.png');
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  leave();
  expect(await load(cache, '/api/a.png')).toMatch(/^data:/);
});

test('releases the least recently needed pictures when full, never those on screen', async () => {
  const picture = () => new Response('1234', { headers: { 'content-type': 'image/png' } });
  serve(errorResponse(404), picture(), picture(), picture(), picture(), picture());
  const cache = createCache(3 * 'data:image/png;base64,MTIzNA=='.length);
  await load(cache, '/api/gone.png').catch(() => undefined);
  cache.want('/api/shown.png');
  await vi.waitFor(() => expect(cache.read('/api/shown.png').url).toBeDefined());
  await load(cache, '/api/1.png');
  await load(cache, '/api/2.png');
  // Makes the second the oldest.
  await load(cache, '/api/1.png');
  const isLoaded = (name: string) => cache.read(`/api/${name}.png`).url !== undefined;
  expect(['1', '2'].map(isLoaded)).toEqual([true, true]);
  const listener = vi.fn<() => void>();
  cache.subscribe('/api/2.png', listener);
  await load(cache, '/api/3.png');
  expect(['1', '2', '3'].map(isLoaded)).toEqual([true, false, true]);
  await vi.waitFor(() => expect(listener).toHaveBeenCalled());
  await load(cache, '/api/2.png');
  expect(['1', '2', '3'].map(isLoaded)).toEqual([false, true, true]);
  expect(isLoaded('shown')).toBe(true);
  expect(cache.read('/api/gone.png').hasFailed).toBe(true);
});

test('requests a link again when it is needed again', async () => {
  const link = { url: 'https://storage.example/large.png', bytes: 0 };
  const request = vi.fn<() => Promise<typeof link>>(async () => link);
  const cache = new PictureCache({ request });
  expect(await load(cache, '/api/large.png')).toBe(link.url);
  expect(cache.read('/api/large.png').url).toBeUndefined();
  expect(await load(cache, '/api/large.png')).toBe(link.url);
  expect(request).toHaveBeenCalledTimes(2);
});

test('releases all pictures at sign-out', async () => {
  serve(new Response('pixels'));
  const cache = createCache();
  await load(cache, '/api/a.png');
  cache.forget();
  expect(cache.read('/api/a.png')).toEqual({ isSlow: false, hasFailed: false });
});

test('calls the listeners of pictures that arrive together at once', async () => {
  useFakeTimers();
  serve(new Response('a'), new Response('b'));
  const cache = createCache();
  const calls: string[] = [];
  for (const name of ['a', 'b']) {
    cache.subscribe(name, () => calls.push(name));
    cache.want(name);
  }
  await vi.advanceTimersByTimeAsync(1);
  expect(['a', 'b'].every((name) => cache.read(name).url !== undefined)).toBe(true);
  expect(calls).toEqual([]);
  await vi.advanceTimersByTimeAsync(ANNOUNCED_MS);
  expect(calls).toEqual(['a', 'b']);
});
