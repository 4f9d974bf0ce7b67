import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { serve } from '../testing/fake-server.ts';
import { forgetPictures, pictureQuery } from './blob-cache.ts';
import { connectClient } from './client.ts';

afterEach(forgetPictures);

/** A new query client, so that only the cache itself can remember a picture. */
const load = (path: string, client = new QueryClient()) =>
  client.fetchQuery({ ...pictureQuery(path), retry: false });

const errorResponse = (status: number, headers = {}) => new Response(null, { status, headers });

test('fetches each picture once, with the token [P7.22]', async () => {
  connectClient({
    identity: async () => ({ id: 'uid', email: 'e', name: 'n', getToken: async () => 'the-token' }),
    onBanned: () => undefined,
  });
  const requests = serve(new Response('pixels'), new Response('others'));
  const client = new QueryClient();
  const [first, second] = await Promise.all([load('/api/a.png', client), load('/api/a.png', client)]);
  expect(first).toMatch(/^blob:/);
  expect(second).toBe(first);
  expect(await load('/api/a.png')).toBe(first);
  expect(await load('/api/b.png')).not.toBe(first);
  expect(requests.map(({ path }) => path)).toEqual(['/api/a.png', '/api/b.png']);
  expect(requests[0]?.init.headers).toMatchObject({ Authorization: 'Bearer the-token' });
});

test('does not retry a failed picture until the next sign-in [P7.22]', async () => {
  const requests = serve(errorResponse(404), new Response('pixels'));
  await expect(load('/api/a.png')).rejects.toMatchObject({ status: 404 });
  await expect(load('/api/a.png')).rejects.toMatchObject({ status: 404 });
  expect(requests).toHaveLength(1);
  forgetPictures();
  expect(await load('/api/a.png')).toMatch(/^blob:/);
});

test('retries a 429 after Retry-After until it succeeds', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const wait = () => errorResponse(429, { 'Retry-After': '3' });
  const requests = serve(...Array.from({ length: 10 }, wait), new Response('pixels'));
  const loading = load('/api/a.png');
  await vi.advanceTimersByTimeAsync(2999);
  expect(requests).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(requests).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(27_000);
  expect(await loading).toMatch(/^blob:/);
});

test.each([
  ['a 503', async () => errorResponse(503)],
  ['a lost connection', async () => Promise.reject(new TypeError('Failed to fetch'))],
])('retries %s three times and does not cache the failure', async (_name, fail) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const requests = serve(fail, fail, fail, fail, new Response('pixels'));
  const failed = load('/api/a.png').then(undefined, () => 'failed');
  await vi.advanceTimersByTimeAsync(7000);
  expect(await failed).toBe('failed');
  expect(requests).toHaveLength(4);
  expect(await load('/api/a.png')).toMatch(/^blob:/);
});

test('fetches eight at a time and skips canceled pictures', async () => {
  const answers = Array.from({ length: 10 }, () => Promise.withResolvers<Response>());
  const requests = serve(
    ...answers.map(
      ({ promise }) =>
        () =>
          promise,
    ),
  );
  const client = new QueryClient();
  const leave = Array.from({ length: 11 }, (_, index) =>
    new QueryObserver(client, pictureQuery(`/api/${index}.png`)).subscribe(() => undefined),
  );
  await vi.waitFor(() => expect(requests).toHaveLength(8));
  leave[0]?.();
  expect(requests[0]?.init.signal?.aborted).toBe(true);
  leave[8]?.();
  answers[0]?.reject(new Error('aborted'));
  answers[1]?.resolve(new Response('pixels'));
  await vi.waitFor(() => expect(requests).toHaveLength(10));
  expect(requests.slice(8).map(({ path }) => path)).toEqual(['/api/9.png', '/api/10.png']);
  for (const stop of leave) stop();
});
