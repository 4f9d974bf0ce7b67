import { defineBatchCalls } from '@portal/contracts/batch-calls';
import { BatchFactsSchema, MAX_BATCHES_LISTED, type BatchFacts } from '@portal/contracts/batches';
import { expect, test } from 'vitest';
import { makeQueryClient } from '../../client/api/query-client.ts';
import { serve } from '../../testing/fake-server.ts';
import { createFacts } from '../../testing/create-facts.ts';
import { makeListReader, mergeChanges } from './read-list.ts';

const calls = defineBatchCalls({
  base: '/api/things',
  batchPath: '/api/things/batch/{id}',
  download: '/api/things/batch/{id}/download',
  batch: BatchFactsSchema,
});
const queryKey = [calls.list.path];
const TIME = '2026-11-21T13:00:00.000Z';
const at = (minute: number) => `2026-11-21T12:${String(minute).padStart(2, '0')}:00.000Z`;
const first = createFacts({ id: 'first', createdAt: at(1) });
const second = createFacts({ id: 'second', createdAt: at(2) });
const third = createFacts({ id: 'third', createdAt: at(3) });

const answer = (body: object, etag: string) => Response.json(body, { headers: { etag } });
const changes = (
  etag: string,
  changed: BatchFacts[],
  more: { removed?: string[]; isWhole?: boolean; time?: string } = {},
) => answer({ changed, removed: [], isWhole: false, time: TIME, ...more }, etag);

function open(...answers: Parameters<typeof serve>) {
  const requests = serve(...answers);
  const client = makeQueryClient();
  const queryFn = makeListReader<BatchFacts>(calls, (batches) => batches);
  const read = () => client.fetchQuery({ queryKey, queryFn, staleTime: 0 });
  return { client, read, requests };
}

test('asks for the whole list, then for changes since its ETag', async () => {
  const { read, requests } = open(
    answer({ batches: [first, second] }, 'W/"1"'),
    changes('"2"', [third]),
    new Response(null, { status: 304 }),
    changes('"3"', [], { removed: ['second'] }),
  );
  expect(await read()).toEqual([second, first]);
  expect(await read()).toEqual([third, second, first]);
  expect(await read()).toEqual([third, second, first]);
  expect(await read()).toEqual([third, first]);
  expect(requests.map(({ path }) => path)).toEqual([
    '/api/things/batches',
    '/api/things/batches/changes?since=W%2F%221%22',
    '/api/things/batches/changes?since=%222%22',
    '/api/things/batches/changes?since=%222%22',
  ]);
  expect(requests[2]?.init.headers).toMatchObject({ 'If-None-Match': '"2"' });
});

test('keeps batches that have not changed as the same objects', async () => {
  const { read } = open(
    answer({ batches: [first, second, third] }, '"1"'),
    changes('"2"', [{ ...second, failedCount: 1 }]),
    new Response(null, { status: 304 }),
  );
  const before = await read();
  const after = await read();
  expect(after[0]).toBe(before[0]);
  expect(after[1]).toEqual({ ...second, failedCount: 1 });
  expect(after[2]).toBe(before[2]);
  expect(await read()).toBe(after);
});

test('merges into what the server sent, not into changes of the page', async () => {
  const { client, read } = open(
    answer({ batches: [first, second] }, '"1"'),
    changes('"2"', [{ ...second, failedCount: 1 }]),
  );
  await read();
  client.setQueryData<readonly BatchFacts[]>(queryKey, [{ ...first, cancelledAt: TIME }]);
  expect(await read()).toEqual([{ ...second, failedCount: 1 }, first]);
});

test('a discarded response loses no change', async () => {
  const late = Promise.withResolvers<Response>();
  const { client, read, requests } = open(
    answer({ batches: [first] }, '"1"'),
    () => late.promise,
    changes('"2"', [second]),
    new Response(null, { status: 304 }),
  );
  await read();
  const discarded = read().catch(() => 'cancelled');
  await client.cancelQueries({ queryKey });
  expect(await read()).toEqual([second, first]);
  late.resolve(changes('"2"', [second]));
  await discarded;
  expect(await read()).toEqual([second, first]);
  expect(requests.at(-1)?.path).toContain('since=%222%22');
});

test('starts again when the query was removed, or the server does not know the version', async () => {
  const { client, read, requests } = open(
    answer({ batches: [first] }, '"1"'),
    answer({ batches: [second] }, '"2"'),
    changes('"3"', [third], { isWhole: true }),
  );
  expect(await read()).toEqual([first]);
  client.removeQueries({ queryKey });
  expect(await read()).toEqual([second]);
  expect(requests.at(-1)?.path).toBe('/api/things/batches');
  expect(await read()).toEqual([third]);
});

test('keeps asking since the last success after a failure', async () => {
  const { read, requests } = open(
    answer({ batches: [first] }, '"1"'),
    () => Promise.reject(new TypeError('The connection failed.')),
    changes('"2"', [second]),
  );
  await read();
  await expect(read()).rejects.toThrow('The connection failed.');
  expect(await read()).toEqual([second, first]);
  expect(requests.at(-1)?.path).toContain('since=%221%22');
});

test('asks for the whole list again without an ETag', async () => {
  const { read, requests } = open(
    Response.json({ batches: [first] }),
    Response.json({ batches: [second, first] }),
  );
  await read();
  expect(await read()).toEqual([second, first]);
  expect(requests.map(({ path }) => path)).toEqual(['/api/things/batches', '/api/things/batches']);
});

const NO_CHANGES = { changed: [], removed: [], isWhole: false, time: TIME };

test('drops batches that have expired by the time of the server', () => {
  const expired = { ...first, expiresAt: TIME };
  expect(mergeChanges([second, expired], NO_CHANGES)).toEqual([second]);
});

test('keeps the newest batches only', () => {
  const known = Array.from({ length: MAX_BATCHES_LISTED }, (_, index) =>
    createFacts({ id: `batch-${index}`, createdAt: new Date(Date.parse(at(0)) - index).toISOString() }),
  );
  const merged = mergeChanges(known, { ...NO_CHANGES, changed: [third] });
  expect([merged.length, merged[0], merged.at(-1)]).toEqual([MAX_BATCHES_LISTED, third, known.at(-2)]);
});

test('keeps the prompts that are not sent again', () => {
  const known = [{ ...first, prompts: ['a fox', 'an owl'] }, second];
  const progress = { ...first, failedCount: 1 };
  const list = { changed: [progress, third], removed: [], isWhole: false, time: TIME };
  expect(mergeChanges<(typeof known)[number]>(known, list)).toEqual([
    third,
    second,
    { ...progress, prompts: ['a fox', 'an owl'] },
  ]);
  expect(mergeChanges<(typeof known)[number]>(known, { ...list, isWhole: true })).toEqual([third, progress]);
});

test('a list whose query was removed meanwhile is read as a whole', async () => {
  const { client, requests } = open(
    answer({ batches: [first] }, '"1"'),
    answer({ batches: [second] }, '"2"'),
  );
  const read = makeListReader<BatchFacts>(calls, (batches) => batches);
  expect(await read({ client, queryKey })).toEqual([first]);
  expect(await read({ client, queryKey })).toEqual([second]);
  expect(requests.map(({ path }) => path)).toEqual(['/api/things/batches', '/api/things/batches']);
});
