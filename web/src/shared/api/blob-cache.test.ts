import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { serve } from '../testing/fake-server.ts';
import { forgetPictures, pictureQuery } from './blob-cache.ts';
import { connectClient } from './client.ts';

afterEach(forgetPictures);

/** Nothing is kept but what the cache itself keeps. */
const load = (path: string, client = new QueryClient()) =>
  client.fetchQuery({ ...pictureQuery(path), retry: false });

const refusal = (status: number, headers = {}) => new Response(null, { status, headers });

test('[P7.22] a picture is fetched with the token, once per URL', async () => {
  connectClient({
    identity: () => ({ id: 'uid', email: 'e', name: 'n', getToken: async () => 'the-token' }),
    onBanned: () => undefined,
  });
  const asked = serve(new Response('pixels'), new Response('others'));
  const client = new QueryClient();
  const [first, second] = await Promise.all([load('/api/a.png', client), load('/api/a.png', client)]);
  expect(first).toMatch(/^blob:/);
  expect(second).toBe(first);
  expect(await load('/api/a.png')).toBe(first);
  expect(await load('/api/b.png')).not.toBe(first);
  expect(asked.map(({ path }) => path)).toEqual(['/api/a.png', '/api/b.png']);
  expect(asked[0]?.init.headers).toMatchObject({ Authorization: 'Bearer the-token' });
});

test('[P7.22] one that failed stays failed, until the next person signs in', async () => {
  const asked = serve(refusal(404), new Response('pixels'));
  await expect(load('/api/a.png')).rejects.toMatchObject({ status: 404 });
  await expect(load('/api/a.png')).rejects.toMatchObject({ status: 404 });
  expect(asked).toHaveLength(1);
  forgetPictures();
  expect(await load('/api/a.png')).toMatch(/^blob:/);
});

test('waits as long as a 429 says, as often as it takes', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const wait = () => refusal(429, { 'Retry-After': '3' });
  const asked = serve(...Array.from({ length: 10 }, wait), new Response('pixels'));
  const loading = load('/api/a.png');
  await vi.advanceTimersByTimeAsync(2999);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(27_000);
  expect(await loading).toMatch(/^blob:/);
});

test.each([
  ['a 503', async () => refusal(503)],
  ['a lost connection', async () => Promise.reject(new TypeError('Failed to fetch'))],
])('retries %s three times, and keeps no such failure', async (_name, fail) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const asked = serve(fail, fail, fail, fail, new Response('pixels'));
  const failed = load('/api/a.png').then(undefined, () => 'failed');
  await vi.advanceTimersByTimeAsync(7000);
  expect(await failed).toBe('failed');
  expect(asked).toHaveLength(4);
  expect(await load('/api/a.png')).toMatch(/^blob:/);
});

test('asks for eight at a time, and not for what is no longer wanted', async () => {
  const answers = Array.from({ length: 10 }, () => Promise.withResolvers<Response>());
  const asked = serve(
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
  await vi.waitFor(() => expect(asked).toHaveLength(8));
  leave[0]?.();
  expect(asked[0]?.init.signal?.aborted).toBe(true);
  leave[8]?.();
  answers[0]?.reject(new Error('aborted'));
  answers[1]?.resolve(new Response('pixels'));
  await vi.waitFor(() => expect(asked).toHaveLength(10));
  expect(asked.slice(8).map(({ path }) => path)).toEqual(['/api/9.png', '/api/10.png']);
  for (const stop of leave) stop();
});
