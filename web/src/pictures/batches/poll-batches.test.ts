import { environmentManager, focusManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiFailure } from '../../client/api/api-failure.ts';
import { makeQueryClient } from '../../client/api/query-client.ts';
import { createFacts } from '../../testing/create-facts.ts';
import { loadOrToast, pollEvery, pollWhileActive } from './poll-batches.ts';

beforeEach(() => {
  // Queries do not poll on a server, which Node looks like.
  environmentManager.setIsServer(() => false);
  vi.useFakeTimers();
});
afterEach(() => {
  focusManager.setFocused(undefined);
  vi.useRealTimers();
});

function poll(answers: (() => number)[], interval: (data: number | undefined) => number | false) {
  const client = makeQueryClient();
  const ask = vi.fn<() => Promise<number>>(async () => answers.shift()?.() ?? 0);
  const observer = new QueryObserver(client, { queryKey: ['list'], queryFn: ask, ...pollEvery(interval) });
  const seen = vi.fn<(data: number | undefined) => void>();
  client.mount();
  observer.subscribe(({ data }) => seen(data));
  return { client, ask, observer };
}

test('computes the interval from the last response', async () => {
  const { ask, client } = poll([() => 2, () => 0], (active) => (active === 2 ? 800 : 60_000));
  await vi.advanceTimersByTimeAsync(799);
  expect(ask).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(ask).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(59_999);
  expect(ask).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(ask).toHaveBeenCalledTimes(3);
  client.clear();
});

test('pauses in a hidden tab and polls at once when visible again', async () => {
  const { ask, client } = poll([], () => 800);
  await vi.advanceTimersByTimeAsync(0);
  focusManager.setFocused(false);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(ask).toHaveBeenCalledTimes(1);
  focusManager.setFocused(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(ask).toHaveBeenCalledTimes(2);
  client.clear();
});

test('keeps the data and continues after a failed poll', async () => {
  const refuse = () => {
    throw new Error('The network is down.');
  };
  const { ask, observer, client } = poll([() => 1, refuse, () => 2], () => 800);
  await vi.advanceTimersByTimeAsync(800);
  expect(observer.getCurrentResult()).toMatchObject({ data: 1, isPending: false });
  await vi.advanceTimersByTimeAsync(800);
  expect(ask).toHaveBeenCalledTimes(3);
  expect(observer.getCurrentResult().data).toBe(2);
  client.clear();
});

test('stops when the interval is false', async () => {
  const { ask, client } = poll([() => 1, () => 0], (data) => (data === 0 ? false : 800));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask).toHaveBeenCalledTimes(2);
  client.clear();
});

test('shows one toast for failing polls until one succeeds [T8.2.3, T4.2.4, D-polling-and-caching.3]', async () => {
  const client = makeQueryClient();
  const notify = vi.fn<() => void>();
  const answers = [false, false, false, false, false, true, false, false];
  const observer = new QueryObserver(client, {
    queryKey: ['list'],
    queryFn: (context) =>
      loadOrToast(
        async () => {
          if (answers.shift() === false) throw new Error('The network is down.');
          return 1;
        },
        context,
        notify,
      ),
    ...pollEvery(() => 2000),
  });
  client.mount();
  observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(8000);
  expect(answers).toHaveLength(3);
  expect(notify).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2000);
  expect(observer.getCurrentResult().data).toBe(1);
  await vi.advanceTimersByTimeAsync(4000);
  expect(answers).toHaveLength(0);
  expect(notify).toHaveBeenCalledTimes(2);
  client.clear();
});

test('shows no toast for a ban', async () => {
  const notify = vi.fn<() => void>();
  const banned = () => Promise.reject(new ApiFailure(403, 'Forbidden', { isBanned: true }));
  const context = { client: makeQueryClient(), queryKey: ['list'] };
  await expect(loadOrToast(banned, context, notify)).rejects.toThrow('403');
  expect(notify).not.toHaveBeenCalled();
});

test.each([
  [['completed', 'pending'], 800, '[T4.2.1, T9.0.8, T4.4.1, T9.0.14]'],
  [['processing', 'failed'], 800, '[T4.2.1, T9.0.8, T4.4.1, T9.0.14]'],
  [['completed', 'failed'], 60_000, '[T4.2.2, T9.0.9]'],
  [[], 60_000, '[T4.2.2, T9.0.9]'],
] as const)('polls batches %j every %d ms %s', (statuses, milliseconds, _ids) => {
  expect(pollWhileActive(statuses.map((status) => createFacts({ status })))).toBe(milliseconds);
});

test('polls slowly while only providers of half price work [D-settled-by-the-acceptance-test.12]', () => {
  const waiting = createFacts({ status: 'processing', halfPrice: { provider: 'openai' } });
  expect(pollWhileActive([waiting])).toBe(15_000);
  expect(pollWhileActive([waiting, createFacts({ status: 'pending' })])).toBe(800);
});
