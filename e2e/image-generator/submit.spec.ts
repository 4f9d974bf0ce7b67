import type { Page, Request } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import { GENERIC_FAILURE, toast } from '../support/directory.ts';
import { listBatches, makePrompt, waitForBatches } from '../support/generator.ts';
import {
  choose,
  eventually,
  findCard,
  findHistory,
  findPrompt,
  findSubmit,
  GENERATE_CALL,
  GENERATOR_PAGE,
  submit,
  waitForText,
} from '../support/generator-page.ts';
import { answerWith, hold } from '../support/routes.ts';
import { countCalls, setLatency } from '../support/sandbox.ts';

beforeEach(() => setLatency(0));

const recordSent = (page: Page, requests: Request[]) =>
  page.on('request', (request) => {
    if (request.url().endsWith(GENERATE_CALL)) requests.push(request);
  });

const fillIn = async (page: Page, prompt: string) => {
  await choose(page, 'Provider', 'Grok');
  await findPrompt(page).fill(prompt);
};

test('starts one batch per submit: by keyboard, double click or retry [T1.6, T2.1.6, T8.2.1, D-answers-and-errors-of-the-api.6]', async () => {
  const artist = await signIn(newEmail());
  const requests: Request[] = [];
  await withPage(
    async (page) => {
      await keepRejected(page);
      await page.unroute(GENERATE_CALL);
      requests.length = 0;
      await submitByKeyboard(page, requests);
      const ids = (await listBatches(artist)).map(({ id }) => `batch-${id}`);
      const shown = await findHistory(page)
        .getByRole('article')
        .evaluateAll((cards) => cards.map((card) => card.id));
      expect(shown).toEqual(ids);

      requests.length = 0;
      await clickTwice(page, requests);
      expect(await listBatches(artist)).toHaveLength(3);

      requests.length = 0;
      const prompt = makePrompt('its answer was lost');
      await waitForBatches(artist, await retryLost(page, prompt, requests));
      expect(await listBatches(artist)).toHaveLength(5);
      expect(await countCalls(prompt)).toMatchObject({ received: 2, paid: 2 });
    },
    {
      as: artist,
      path: GENERATOR_PAGE,
      arrange: async (page) => recordSent(page, requests),
      expectedErrors: [/500|429/, /ERR_CONNECTION_RESET/],
    },
  );
});

/** A rejected batch leaves the form as it was. */
async function keepRejected(page: Page) {
  const limit = "Only 3 of today's Gemini images are left.";
  await fillIn(page, 'refused');
  for (const [answer, text] of [
    [{ status: 500 }, GENERIC_FAILURE],
    [{ status: 429, json: { error: limit, code: 'x', requestId: 'r' } }, limit],
  ] as const) {
    await answerWith(page, GENERATE_CALL, answer);
    await findSubmit(page).click();
    const failure = toast(page, 'Error');
    await failure.getByText(text, { exact: true }).waitFor();
    expect(await failure.getAttribute('data-destructive'), text).toBe('true');
    expect(await findPrompt(page).inputValue(), text).toBe('refused');
    expect(await findSubmit(page).isEnabled(), text).toBe(true);
  }
}

/** By Ctrl+Enter, not Enter. */
async function submitByKeyboard(page: Page, requests: readonly Request[]) {
  await findPrompt(page).fill(makePrompt('an owl'));
  const first = findCard(page, await submit(page));
  await first.waitFor();
  await findPrompt(page).fill(makePrompt('another owl'));
  await page.getByRole('textbox', { name: 'Number of images' }).press('Enter');
  await findPrompt(page).press('Enter');
  expect(requests).toHaveLength(1);
  await findPrompt(page).press('Control+Enter');
  await eventually(() => findHistory(page).getByRole('article').count()).toBe(2);
  expect(requests).toHaveLength(2);
}

/** The button is disabled until the batch has started. */
async function clickTwice(page: Page, requests: readonly Request[]) {
  const sending = hold(GENERATE_CALL);
  await sending.arrange(page);
  await findPrompt(page).fill(makePrompt('clicked twice'));
  await findSubmit(page).dblclick();
  await page.getByRole('button', { name: 'Starting…' }).waitFor();
  expect(await findSubmit(page).isDisabled()).toBe(true);
  await page.keyboard.press('Control+Enter');
  sending.release();
  await eventually(() => findHistory(page).getByRole('article').count()).toBe(3);
  await waitForText(findHistory(page).getByRole('article').first(), '1/1 completed');
  expect(requests).toHaveLength(1);
}

/** A retry after a lost response is the same batch; the next submit is a new one. */
async function retryLost(page: Page, prompt: string, requests: readonly Request[]): Promise<string[]> {
  await page.route(
    `**${GENERATE_CALL}`,
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await findPrompt(page).fill(prompt);
  await findSubmit(page).click();
  await toast(page, 'Error').getByText(GENERIC_FAILURE, { exact: true }).waitFor();
  expect(await findPrompt(page).inputValue()).toBe(prompt);
  const id = await submit(page);
  await findCard(page, id).waitFor();
  const nextId = await submit(page);
  await findCard(page, nextId).waitFor();
  const keys = requests.map((request) => request.headers()['idempotency-key']);
  expect(keys).toEqual([keys[0], keys[0], expect.stringMatching(/^[\w-]{36}$/)]);
  expect(keys[2]).not.toBe(keys[0]);
  return [id, nextId];
}
