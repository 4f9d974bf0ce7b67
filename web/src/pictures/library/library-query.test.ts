import type { LibraryBatch } from '@portal/contracts/library';
import { environmentManager, MutationObserver, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeQueryClient } from '../../client/api/query-client.ts';
import { createLibraryBatch } from '../../testing/create-library-batch.ts';
import { serve } from '../../testing/fake-server.ts';
import { libraryChangeOptions, libraryQuery, WATCHED_MS } from './library-query.ts';
import { askForNextPage } from './read-library.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const HOUR = 60 * 60 * 1000;
const at = (hour: number) => new Date(NOW + hour * HOUR).toISOString();
const create = (id: string, hour: number, overrides: Partial<LibraryBatch> = {}) =>
  createLibraryBatch({ id, createdAt: at(hour), expiresAt: at(hour + 72), ...overrides });

const newest = create('newest', -1);
const middle = create('middle', -2);
const oldest = create('oldest', -3);

beforeEach(() => {
  // Queries do not poll on a server, which Node looks like.
  environmentManager.setIsServer(() => false);
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => void vi.useRealTimers());

const page = (batches: LibraryBatch[], next: string | null = null, etag = '"1"') =>
  Response.json({ batches, next }, { headers: { etag } });
const changes = (
  changed: LibraryBatch[],
  { etag = '"2"', removed = [] as string[], isUnknown = false } = {},
) => Response.json({ changed, removed, isUnknown, time: at(0) }, { headers: { etag } });
const unchanged = () => new Response(null, { status: 304 });

function open(...answers: Parameters<typeof serve>) {
  const requests = serve(...answers);
  const client = makeQueryClient();
  const query = libraryQuery();
  // Another query whose key starts in the same way.
  client.setQueryData([...query.queryKey, 'other'], { batches: [], next: 'other' });
  const read = () => client.fetchQuery(query);
  const readNextPage = () => {
    askForNextPage(client, query.queryKey);
    return read();
  };
  return { client, query, read, readNextPage, requests };
}
const idsOf = ({ batches }: { batches: readonly LibraryBatch[] }) => batches.map(({ id }) => id);

test('reads a page, then changes, and the next page when asked', async () => {
  const { read, readNextPage, requests } = open(
    page([newest], 'two'),
    unchanged(),
    page([oldest], null, '"9"'),
    changes([middle]),
  );
  expect(await read()).toEqual({ batches: [newest], next: 'two' });
  expect(await read()).toEqual({ batches: [newest], next: 'two' });
  expect(await readNextPage()).toEqual({ batches: [newest, oldest], next: null });
  expect(idsOf(await read())).toEqual(['newest', 'middle', 'oldest']);
  expect(requests.map(({ path }) => path)).toEqual([
    '/api/library',
    '/api/library/changes?since=%221%22',
    '/api/library?after=two',
    '/api/library/changes?since=%221%22',
  ]);
  expect(requests.at(-1)?.init.headers).toMatchObject({ 'If-None-Match': '"1"' });
});

test('merges changes into all loaded pages and keeps what has not changed', async () => {
  const { read, readNextPage } = open(
    page([newest, middle], 'two'),
    page([oldest]),
    changes([{ ...oldest, doneCount: 5 }], { removed: ['middle'] }),
  );
  const before = await read();
  await readNextPage();
  const after = await read();
  expect(after.batches).toEqual([newest, { ...oldest, doneCount: 5 }]);
  expect(after.batches[0]).toBe(before.batches[0]);
});

test('leaves changed batches of pages that are not loaded to their page', async () => {
  const { read } = open(page([newest, middle], 'two'), changes([{ ...oldest, doneCount: 5 }]));
  await read();
  expect(idsOf(await read())).toEqual(['newest', 'middle']);
});

test('removes expired batches without a response that names them', async () => {
  const { read } = open(page([newest, oldest]), unchanged());
  await read();
  vi.setSystemTime(NOW + 70 * HOUR);
  expect(idsOf(await read())).toEqual(['newest']);
});

test('reads the first page again if the server does not know the changes', async () => {
  const { read, readNextPage, requests } = open(
    page([newest], 'two'),
    page([oldest]),
    changes([], { isUnknown: true }),
    page([middle], null, '"5"'),
    unchanged(),
  );
  await read();
  await readNextPage();
  expect(idsOf(await read())).toEqual(['middle']);
  await read();
  expect(requests.at(-1)?.path).toContain('since=%225%22');
});

test('a poll that the next page overtakes does not remove that page', async () => {
  const poll = Promise.withResolvers<Response>();
  const { client, query, read, readNextPage } = open(
    page([newest], 'two'),
    () => poll.promise,
    page([oldest]),
    unchanged(),
  );
  await read();
  const discarded = read().catch(() => 'cancelled');
  await vi.advanceTimersByTimeAsync(0);
  await client.cancelQueries({ queryKey: query.queryKey });
  expect(idsOf(await readNextPage())).toEqual(['newest', 'oldest']);
  poll.resolve(changes([middle]));
  await discarded;
  await vi.advanceTimersByTimeAsync(0);
  expect(idsOf(await read())).toEqual(['newest', 'oldest']);
});

test('asks for a page once, and again after a failure', async () => {
  const { client, query, read, readNextPage } = open(
    page([newest], 'two'),
    () => Promise.reject(new TypeError('The connection failed.')),
    page([oldest]),
  );
  await read();
  const failing = readNextPage();
  expect(askForNextPage(client, query.queryKey)).toBe(false);
  await expect(failing).rejects.toThrow('The connection failed.');
  expect(askForNextPage(client, query.queryKey)).toBe(true);
  expect(idsOf(await read())).toEqual(['newest', 'oldest']);
});

test.each([
  ['processing', undefined, 5000],
  ['processing', WATCHED_MS, 2000],
  ['completed', WATCHED_MS, 60_000],
] as const)('polls a %s batch, watched: %s, every %d ms', async (status, busyMs, milliseconds) => {
  const { client, requests } = open(page([{ ...newest, status }]), unchanged());
  const observer = new QueryObserver(client, libraryQuery(busyMs));
  client.mount();
  observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(milliseconds - 1);
  expect(requests).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2);
  expect(requests).toHaveLength(2);
  client.clear();
});

test('shows a change once the server has accepted it', async () => {
  const { client, query, read } = open(page([newest, oldest]));
  await read();
  const send = vi.fn<() => Promise<void>>(async () => undefined);
  await new MutationObserver(client, libraryChangeOptions(client)).mutate({
    apply: (batches) => batches.filter(({ id }) => id !== 'newest'),
    send,
  });
  expect(send).toHaveBeenCalledOnce();
  expect(client.getQueryData(query.queryKey)?.batches).toEqual([oldest]);
  client.clear();
});

test('keeps an accepted change when the next page comes before the next poll', async () => {
  const { client, read, readNextPage } = open(
    page([newest, middle], 'two'),
    () => Promise.reject(new TypeError('The connection failed.')),
    page([oldest]),
  );
  await read();
  await new MutationObserver(client, libraryChangeOptions(client)).mutate({
    apply: (batches) => batches.filter(({ id }) => id !== 'newest'),
    send: async () => undefined,
  });
  await read().catch(() => undefined);
  expect(idsOf(await readNextPage())).toEqual(['middle', 'oldest']);
  client.clear();
});
