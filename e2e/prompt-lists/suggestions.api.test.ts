import { randomUUID } from 'node:crypto';
import { getSuggestionPrice, suggestPrompts } from '@portal/contracts/prompt-suggestions';
import { beforeAll, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { makeRequest, startBatch } from '../support/generator.ts';
import { addFaults, setLatency } from '../support/sandbox.ts';
import { readSpendOf } from '../support/spend.ts';

let artist: Account;
beforeAll(async () => {
  await setLatency(0);
  artist = await signIn(newEmail());
});

const ask = (theme: string, key: string, count = 200) =>
  callApi('POST', suggestPrompts.path, {
    as: artist,
    body: { theme, market: 'stock', count, must: ['snow'], mustNot: ['harbor'] },
    headers: { 'idempotency-key': key },
  });

test('suggests 200 distinct prompts for their price, once', async () => {
  const { price } = getSuggestionPrice.response.parse(
    (await callApi('GET', getSuggestionPrice.path, { as: artist })).body,
  );
  const before = await readSpendOf(artist);
  const [theme, key] = [`a fox ${randomUUID()}`, randomUUID()];
  const answer = await ask(theme, key);
  const { suggestions, cost } = suggestPrompts.response.parse(answer.body);
  expect(new Set(suggestions.map(({ prompt }) => prompt)).size).toBe(200);
  for (const { prompt, difference } of suggestions) {
    expect(prompt).toContain('snow');
    expect(prompt).not.toContain('harbor');
    expect(difference).not.toBe('');
  }
  expect(await ask(theme, key)).toMatchObject({ status: 200, body: answer.body });
  expect((await readSpendOf(artist)) - before).toBeCloseTo(cost, 6);
  expect(cost).toBeLessThan(200 * price * 1.5);
});

test('suggests no prompt that the person has used', async () => {
  const used = `a lynx on a gray rock ${randomUUID()}`;
  await startBatch(artist, makeRequest('xai', { quantity: 1, prompt: used }));
  const theme = `lynxes ${randomUUID()}`;
  const prompts = [used, 'a lynx in snow'].map((prompt) => ({ prompt, difference: 'new' }));
  const text = JSON.stringify({ prompts });
  const match = { promptIncludes: theme };
  await addFaults({ provider: 'openai', match, times: 1, fault: { kind: 'says', text } });
  const { suggestions, leftOut } = suggestPrompts.response.parse((await ask(theme, randomUUID(), 10)).body);
  expect(suggestions).toEqual([{ prompt: 'a lynx in snow', difference: 'new' }]);
  expect(leftOut).toBe(1);
});
