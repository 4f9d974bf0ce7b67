import { getSuggestionPrice, suggestPrompts } from '@portal/contracts/prompt-suggestions';
import { Timestamp } from 'firebase-admin/firestore';
import { beforeEach, expect, it, vi } from 'vitest';
import { clearFirestore, startFirestore } from '../../providers/testing/start-firestore.ts';
import { startSandbox } from '../../providers/testing/start-sandbox.ts';
import { useSandbox } from '../../providers/testing/start-deps.ts';
import { NO_MICROS, toDollars, toMicros } from '../../spend/micros.ts';
import { monthOf, readMonth } from '../../spend/spend-store.ts';
import { startApi } from '../../testing/start-api.ts';
import { startSuggestions, sweepSuggestions } from './suggestion-store.ts';

const firestore = await startFirestore();
const sandbox = await startSandbox();

beforeEach(async () => {
  await clearFirestore();
  await sandbox.clear();
  useSandbox(sandbox);
  // Settings are cached for seconds.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
});

const BODY = { theme: 'a fox in winter', market: 'stock', count: 60, must: ['snow'] };

async function start() {
  const { call } = await startApi(['ada', 'bo']);
  const ask = (changes: object = {}, key = 'one', uid = 'ada') =>
    call('POST', suggestPrompts.path, uid, { ...BODY, ...changes }, { 'idempotency-key': key });
  return { call, ask, suggest: async (changes?: object, key?: string) => read(await ask(changes, key)) };
}
const read = ({ body }: { body: unknown }) => suggestPrompts.response.parse(body);

async function readSpend() {
  const { spent, reserved, byPerson } = await readMonth(firestore, monthOf(new Date()));
  return {
    spent: toDollars(spent),
    reserved: toDollars(reserved),
    ada: toDollars(byPerson['ada'] ?? NO_MICROS),
  };
}

it.each(['openai', 'google'] as const)(
  'suggests distinct prompts with %s, for about the price [D-checks.9]',
  async (provider) => {
    await firestore.doc('settings/tools').set({ keywordProvider: provider });
    const { call, suggest } = await start();
    const { price, ...priced } = getSuggestionPrice.response.parse(
      (await call('GET', getSuggestionPrice.path, 'ada')).body,
    );
    expect(priced.provider).toBe(provider);
    const { suggestions, cost } = await suggest();
    expect(new Set(suggestions.map(({ prompt }) => prompt)).size).toBe(60);
    for (const { prompt, difference } of suggestions) {
      expect(prompt).toMatch(/^a fox in winter .*snow/);
      expect(difference).not.toBe('');
    }
    expect(await sandbox.count(provider)).toMatchObject({ received: 3, paid: 3 });
    expect(await readSpend()).toEqual({ spent: cost, reserved: 0, ada: cost });
    expect(cost / (60 * price)).toBeGreaterThan(0.3);
    expect(cost / (60 * price)).toBeLessThan(1.5);
  },
);

it('charges the same key once, and answers with the same prompts', async () => {
  const { ask, suggest } = await start();
  const first = await suggest();
  expect(await suggest()).toEqual(first);
  expect(await sandbox.count('openai')).toMatchObject({ paid: 3 });
  expect(await readSpend()).toMatchObject({ spent: first.cost });
  expect(await ask({ theme: 'another' })).toMatchObject({ status: 409 });
  expect((await ask({}, 'one', 'bo')).status).toBe(200);
});

it('asks a repeated request to wait while the prompts are written', async () => {
  await sandbox.addFault('openai', { kind: 'slow', ms: 3000 });
  const { ask, suggest } = await start();
  const first = suggest();
  await vi.waitFor(async () => expect((await readSpend()).reserved).toBeGreaterThan(0));
  expect(await ask()).toMatchObject({ status: 429 });
  await first;
  expect((await ask()).status).toBe(200);
  expect(await sandbox.count('openai')).toMatchObject({ paid: 3 });
});

it('suggests nothing like prompts of the list and of earlier requests', async () => {
  const prompts = ['a wolf in deep snow', 'an owl on a tall tree', 'a bear at the river'];
  const text = JSON.stringify({ prompts: prompts.map((prompt) => ({ prompt, difference: '' })) });
  await sandbox.addFault('openai', { kind: 'says', text });
  const { ask, suggest } = await start();
  const changes = { count: 10, known: ['A wolf in the deep snow'] };
  const { suggestions, leftOut } = await suggest(changes);
  expect({ prompts: suggestions.map(({ prompt }) => prompt), leftOut }).toEqual({
    prompts: prompts.slice(1),
    leftOut: 1,
  });
  expect(await ask(changes, 'two')).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('All suggestions were like prompts that you have') },
  });
  expect((await ask(changes, 'two', 'bo')).status).toBe(200);
});

it('refuses what the budget does not cover, and calls nothing', async () => {
  await firestore.doc('settings/budget').set({ monthlyDollars: 0.01 });
  const { ask } = await start();
  expect(await ask()).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining("The studio's budget of $0.01 for this month is used up.") },
  });
  expect(await sandbox.count('openai')).toMatchObject({ received: 0 });
  expect(await readSpend()).toMatchObject({ reserved: 0 });
});

it.each([
  [{ kind: 'refusal' }, 'under its content rules. Change the theme'],
  [{ kind: 'says', text: 'Sorry.' }, 'could not be used. Ask again'],
  [{ kind: 'says', text: JSON.stringify({ prompts: [] }) }, 'could not be used. Ask again'],
])('says why %o gives no prompts, charges what it cost, and never again', async (fault, reason) => {
  await sandbox.addFault('openai', fault);
  const { ask } = await start();
  const refused = { status: 409, body: { error: expect.stringContaining(reason) } };
  expect(await ask()).toMatchObject(refused);
  const { spent, reserved } = await readSpend();
  expect({ isCharged: spent > 0, reserved }).toEqual({ isCharged: true, reserved: 0 });
  expect(await ask()).toMatchObject(refused);
  expect(await readSpend()).toMatchObject({ spent });
});

it('can be sent again with the same key if nothing was charged', async () => {
  await sandbox.addFault('openai', { kind: 'server-error', status: 500 }, { times: 3 });
  const { ask } = await start();
  expect(await ask()).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('Ask again in a few minutes.') },
  });
  expect(await readSpend()).toEqual({ spent: 0, reserved: 0, ada: 0 });
  expect((await ask()).status).toBe(200);
});

it('returns the prompts of the other calls if one fails', async () => {
  await sandbox.addFault('openai', { kind: 'server-error', status: 500 }, { times: 1 });
  const { suggest } = await start();
  const { suggestions } = await suggest();
  expect(suggestions.length).toBeGreaterThan(35);
  expect(suggestions.length).toBeLessThan(60);
});

it('counts a lost worker’s request as charged, and releases what it reserved', async () => {
  const { ask } = await start();
  const request = suggestPrompts.body?.parse(BODY);
  if (!request) throw new Error('The call has no body.');
  const lost = { owner: 'ada', idempotencyKey: 'one', request, worker: 'lost', maxCost: toMicros(0.3) };
  await startSuggestions(firestore, lost);
  expect(await readSpend()).toMatchObject({ spent: 0, reserved: 0.3 });
  expect(await sweepSuggestions(firestore)).toBe(0);
  const later = Timestamp.fromMillis(Date.now() + 120_000);
  expect(await sweepSuggestions(firestore, later)).toBe(1);
  expect(await sweepSuggestions(firestore, later)).toBe(0);
  expect(await readSpend()).toEqual({ spent: 0.3, reserved: 0, ada: 0.3 });
  expect(await ask()).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('Connection lost') },
  });
});

it.each([
  ['an empty theme', { theme: ' ' }, 'theme'],
  ['an unknown market', { market: 'web' }, 'market'],
  ['too few prompts', { count: 9 }, 'count'],
  ['too many prompts', { count: 201 }, 'count'],
  ['too many words', { must: Array.from({ length: 26 }, String) }, 'must'],
  ['too many known prompts', { known: Array.from({ length: 501 }, String) }, 'known'],
])('rejects %s', async (_, changes, path) => {
  const { ask } = await start();
  expect(await ask(changes)).toMatchObject({ status: 400, body: { details: [{ path }] } });
});
