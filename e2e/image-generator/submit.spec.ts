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

const asArtist = { as: 'artist', path: GENERATOR_PAGE } as const;

beforeEach(() => setLatency(0));

const recordSent = (page: Page, requests: Request[]) =>
  page.on('request', (request) => {
    if (request.url().endsWith(GENERATE_CALL)) requests.push(request);
  });

const fillIn = async (page: Page, prompt: string) => {
  await choose(page, 'Provider', 'Grok');
  await findPrompt(page).fill(prompt);
};

test('Ctrl+Enter, not Enter, starts a batch, which is first in the history [T1.6, T2.1.6]', async () => {
  const artist = await signIn(newEmail());
  const requests: Request[] = [];
  await withPage(
    async (page) => {
      await fillIn(page, makePrompt('an owl'));
      const first = findCard(page, await submit(page));
      await first.waitFor();
      await findPrompt(page).fill(makePrompt('another owl'));
      await page.getByRole('textbox', { name: 'Number of images' }).press('Enter');
      await findPrompt(page).press('Enter');
      expect(requests).toHaveLength(1);
      await findPrompt(page).press('Control+Enter');
      await eventually(() => findHistory(page).getByRole('article').count()).toBe(2);
      expect(requests).toHaveLength(2);
      const ids = (await listBatches(artist)).map(({ id }) => `batch-${id}`);
      const shown = await findHistory(page)
        .getByRole('article')
        .evaluateAll((cards) => cards.map((card) => card.id));
      expect(shown).toEqual(ids);
    },
    { as: artist, path: GENERATOR_PAGE, arrange: async (page) => recordSent(page, requests) },
  );
});

test('a double click starts one batch; the button is disabled meanwhile [D-answers-and-errors-of-the-api.6]', async () => {
  const artist = await signIn(newEmail());
  const sending = hold(GENERATE_CALL);
  const requests: Request[] = [];
  await withPage(
    async (page) => {
      await fillIn(page, makePrompt('clicked twice'));
      await findSubmit(page).dblclick();
      await page.getByRole('button', { name: 'Starting…' }).waitFor();
      expect(await findSubmit(page).isDisabled()).toBe(true);
      await page.keyboard.press('Control+Enter');
      sending.release();
      await waitForText(findHistory(page), '1/1 completed');
      expect(requests).toHaveLength(1);
      expect(await listBatches(artist)).toHaveLength(1);
    },
    {
      as: artist,
      path: GENERATOR_PAGE,
      arrange: async (page) => {
        recordSent(page, requests);
        await sending.arrange(page);
      },
    },
  );
});

test('retries a lost response as the same batch; the next submit is a new one [D-answers-and-errors-of-the-api.6, T8.2.1]', async () => {
  const artist = await signIn(newEmail());
  const prompt = makePrompt('its answer was lost');
  const requests: Request[] = [];
  await withPage(
    async (page) => {
      await fillIn(page, prompt);
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
      await waitForBatches(artist, [id, nextId]);
      expect(await listBatches(artist)).toHaveLength(2);
      expect(await countCalls(prompt)).toMatchObject({ received: 2, paid: 2 });
    },
    {
      as: artist,
      path: GENERATOR_PAGE,
      arrange: async (page) => {
        recordSent(page, requests);
        await page.route(
          `**${GENERATE_CALL}`,
          async (route) => {
            await route.fetch();
            await route.abort('connectionreset');
          },
          { times: 1 },
        );
      },
      expectedErrors: [/ERR_CONNECTION_RESET/],
    },
  );
});

test.each([
  ['500', { status: 500 }, GENERIC_FAILURE],
  [
    'a limit, with the message of the server',
    { status: 429, json: { error: "Only 3 of today's Gemini images are left.", code: 'x', requestId: 'r' } },
    "Only 3 of today's Gemini images are left.",
  ],
])('shows a toast and keeps the form when a batch is rejected with %s [T8.2.1]', (_name, answer, text) =>
  withPage(
    async (page) => {
      await fillIn(page, 'refused');
      await findSubmit(page).click();
      const failure = toast(page, 'Error');
      await failure.getByText(text, { exact: true }).waitFor();
      expect(await failure.getAttribute('data-destructive')).toBe('true');
      expect(await findPrompt(page).inputValue()).toBe('refused');
      expect(await findSubmit(page).isEnabled()).toBe(true);
    },
    {
      ...asArtist,
      arrange: (page) => answerWith(page, GENERATE_CALL, answer),
      expectedErrors: [/500|429/],
    },
  ),
);
