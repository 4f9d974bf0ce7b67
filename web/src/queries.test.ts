import { environmentManager, QueryObserver, type QueryKey } from '@tanstack/react-query';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { makeQueryClient } from './client/api/query-client.ts';
import { accountsQuery, deliveriesQuery } from './tools/deliveries/deliveries-query.ts';
import { NO_PRICES } from './tools/generation/estimate.ts';
import { geminiStatsQuery, pricingQuery } from './tools/generation/form-queries.ts';
import { priceQuery } from './tools/keywords/price-query.ts';
import { pipelineQuery, pipelinesQuery, recipesQuery } from './tools/pipelines/pipelines-query.ts';
import { promptListsQuery, promptStylesQuery } from './tools/prompt-lists/studio-prompts-query.ts';
import { lineageQuery } from './pictures/send-to/lineage-query.ts';
import { roomQuery } from './tools/spend/room-query.ts';
import { savingsQuery } from './tools/spend/savings-query.ts';
import { spendQuery } from './tools/spend/spend-query.ts';
import { presetsQuery } from './tools/stylizer/presets-query.ts';
import { checkPriceQuery } from './tools/checks/check-price-query.ts';
import { serve } from './testing/fake-server.ts';

beforeEach(() => environmentManager.setIsServer(() => false));

/** Keeps the result type of each query from narrowing the others. */
const query = (options: { queryKey: QueryKey }) => options;

test.each([
  ['/api/deliveries/accounts', query(accountsQuery), { accounts: [] }, []],
  ['/api/deliveries', query(deliveriesQuery), { deliveries: [] }, []],
  ['/api/pricing', query(pricingQuery), NO_PRICES, NO_PRICES],
  [
    '/api/keyword-generator/price',
    query(priceQuery),
    { price: 0.01, provider: 'openai' },
    { price: 0.01, provider: 'openai' },
  ],
  ['/api/pipelines', query(pipelinesQuery), { pipelines: [] }, []],
  ['/api/recipes', query(recipesQuery), { recipes: [] }, []],
  ['/api/prompt-lists', query(promptListsQuery), { lists: [] }, []],
  ['/api/prompt-styles', query(promptStylesQuery), { styles: [] }, []],
  ['/api/stylizer/presets', query(presetsQuery), { presets: [] }, []],
  [
    '/api/spend/savings',
    query(savingsQuery),
    { month: '2026-11', dollars: 2 },
    { month: '2026-11', dollars: 2 },
  ],
])('reads %s', async (path, options, answer, data) => {
  const requests = serve(Response.json(answer));
  const client = makeQueryClient();
  expect(await client.fetchQuery(options)).toEqual(data);
  expect(requests.map((request) => request.path)).toEqual([path]);
});

test.each([
  ['/api/admin/spend/2026-11', query(spendQuery('2026-11'))],
  ['/api/pipelines/fox', query(pipelineQuery('fox'))],
  ['/api/batches/fox/lineage', query(lineageQuery('fox'))],
  ['/api/spend/room', query(roomQuery)],
])('asks for %s', async (path, options) => {
  const requests = serve(new Response('{}', { status: 404 }));
  await expect(makeQueryClient().fetchQuery(options)).rejects.toThrow('404');
  expect(requests.map((request) => request.path)).toEqual([path]);
});

const HOUR = 3_600_000;

test.each([
  ['/api/pricing', query(pricingQuery), NO_PRICES],
  ['/api/stylizer/presets', query(presetsQuery), { presets: [] }],
  ['/api/keyword-generator/price', query(priceQuery), { price: 0.01, provider: 'openai' }],
  ['/api/checks/price', query(checkPriceQuery), { price: 0.01, provider: 'openai' }],
])('an open form reads %s again every hour', async (path, options, answer) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const requests = serve(...[1, 2, 3].map(() => Response.json(answer)));
  const client = makeQueryClient();
  const close = new QueryObserver(client, options).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(HOUR - 1);
  expect(requests.map((request) => request.path)).toEqual([path]);
  await vi.advanceTimersByTimeAsync(1);
  expect(requests).toHaveLength(2);
  close();
  // As does a form that is opened later.
  vi.setSystemTime(Date.now() + HOUR);
  await client.fetchQuery(options);
  expect(requests).toHaveLength(3);
});

test('a failure of the allowance is only logged', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  serve(new Response('{}', { status: 503 }));
  await expect(makeQueryClient().fetchQuery(geminiStatsQuery)).rejects.toThrow('503');
  expect(log).toHaveBeenCalledOnce();
  log.mockRestore();
});

const readInterval = (options: { refetchInterval?: unknown }, data: unknown): unknown =>
  typeof options.refetchInterval === 'function'
    ? Reflect.apply(options.refetchInterval, undefined, [{ state: { data } }])
    : options.refetchInterval;
const MINUTE = 60_000;
const limit = { limit: 1, spent: 0, reserved: 0 };
const job = { state: 'running', batches: [], isHalfPrice: false };

test.each([
  ['spend', spendQuery('2026-11'), undefined, MINUTE],
  ['the allowance', geminiStatsQuery, undefined, MINUTE],
  ['a limit of a person', roomQuery, { person: limit, studio: null }, MINUTE],
  ['a limit of the studio', roomQuery, { person: null, studio: limit }, MINUTE],
  ['no limit', roomQuery, { person: null, studio: null }, 10 * MINUTE],
  ['an unknown limit', roomQuery, undefined, 10 * MINUTE],
  ['no jobs', pipelinesQuery, undefined, MINUTE],
  ['a running job among others', pipelinesQuery, [{ ...job, state: 'done' }, job], 2000],
  ['a job at half price', pipelinesQuery, [{ ...job, isHalfPrice: true }], 15_000],
  ['a scheduled job', pipelineQuery('fox'), { ...job, state: 'scheduled' }, 15_000],
  ['a job that waits for a choice', pipelineQuery('fox'), { ...job, state: 'choosing' }, 15_000],
  ['a job that has ended', pipelineQuery('fox'), { ...job, state: 'done' }, MINUTE],
  ['a job that has not loaded', pipelineQuery('fox'), undefined, MINUTE],
])('polls %s as often as it may change', (_name, options, data, ms) => {
  expect(readInterval(options, data)).toBe(ms);
});
