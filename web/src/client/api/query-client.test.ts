import { focusManager, MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { serve } from '../../testing/fake-server.ts';
import { readToast } from '../toast/toast-store.ts';
import { getByKey, makeQueryClient } from './query-client.ts';

const errorResponse = (status: number, statusText: string) => Response.json({}, { status, statusText });

test('GETs the key of a query once, without retry or refetch [P7.17]', async () => {
  const client = makeQueryClient();
  const requests = serve(Response.json([1, 2]), errorResponse(500, 'Internal Server Error'));
  expect(await client.fetchQuery({ queryKey: ['/api/numbers', 'page 2'] })).toEqual([1, 2]);
  expect(requests).toMatchObject([{ path: '/api/numbers', init: { method: 'GET' } }]);
  const again = new QueryObserver(client, { queryKey: ['/api/numbers', 'page 2'] });
  again.subscribe(() => undefined)();
  expect(again.getCurrentResult()).toMatchObject({ data: [1, 2], isFetching: false });
  expect(requests).toHaveLength(1);
});

test('does not refetch on window focus or reconnect [P7.17]', async () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
    focusManager.setFocused(undefined);
    onlineManager.setOnline(true);
  });
  const client = makeQueryClient();
  client.mount();
  const requests = serve(Response.json([1, 2]));
  const queryKey = ['/api/numbers', 'page 3'];
  onTestFinished(new QueryObserver(client, { queryKey }).subscribe(() => undefined));
  await vi.advanceTimersByTimeAsync(0);
  // Stale data is what would be read again.
  await client.invalidateQueries({ queryKey, refetchType: 'none' });
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(requests).toHaveLength(1);
  client.unmount();
});

test('fails at once with status and status text [P7.17, P7.19, P7.21]', async () => {
  const requests = serve(errorResponse(500, 'Internal Server Error'));
  const answer = makeQueryClient().fetchQuery({ queryKey: ['/api/numbers'] });
  await expect(answer).rejects.toThrow('500: Internal Server Error');
  expect(requests).toHaveLength(1);
});

test('waits as long as Retry-After says before the retry of a query that asks for one', async () => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => void vi.useRealTimers());
  const requests = serve(
    new Response(null, { status: 503, headers: { 'Retry-After': '5' } }),
    Response.json([]),
  );
  const answer = makeQueryClient().fetchQuery({ queryKey: ['/api/numbers'], retry: true });
  await vi.advanceTimersByTimeAsync(4999);
  expect(requests).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await answer).toEqual([]);
});

test('fails on 401, or returns null if configured [P7.18]', async () => {
  const client = makeQueryClient();
  serve(
    errorResponse(401, 'Unauthorized'),
    errorResponse(401, 'Unauthorized'),
    errorResponse(403, 'Forbidden'),
  );
  await expect(client.fetchQuery({ queryKey: ['/api/me'] })).rejects.toThrow('401: Unauthorized');
  const lenient = { queryKey: ['/api/me', 'lenient'], queryFn: getByKey('null') };
  expect(await client.fetchQuery(lenient)).toBeNull();
  await expect(client.fetchQuery({ ...lenient, queryKey: ['/api/me', 'other'] })).rejects.toThrow(
    '403: Forbidden',
  );
});

test('does not retry a failed mutation [P7.20]', async () => {
  const mutationFn = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('no')));
  const mutation = new MutationObserver(makeQueryClient(), { mutationFn });
  await expect(mutation.mutate()).rejects.toThrow('no');
  expect(mutationFn).toHaveBeenCalledOnce();
  expect(readToast()).toBeUndefined();
});

test('says so when a change fails while the browser is offline', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  onTestFinished(() => void vi.unstubAllGlobals());
  const mutation = new MutationObserver(makeQueryClient(), { mutationFn: () => Promise.reject(new Error()) });
  await expect(mutation.mutate()).rejects.toThrow('');
  expect(readToast()).toMatchObject({ title: 'You’re offline' });
});

test('fails a mutation at once while offline, and sends nothing later', async () => {
  onlineManager.setOnline(false);
  onTestFinished(() => onlineManager.setOnline(true));
  const client = makeQueryClient();
  client.mount();
  onTestFinished(() => client.unmount());
  const mutationFn = vi.fn<() => Promise<never>>(() => Promise.reject(new TypeError('Failed to fetch')));
  const mutation = new MutationObserver(client, { mutationFn });
  await expect(mutation.mutate()).rejects.toThrow('Failed to fetch');
  onlineManager.setOnline(true);
  await new Promise((resolve) => setTimeout(resolve));
  expect(mutationFn).toHaveBeenCalledOnce();
});
