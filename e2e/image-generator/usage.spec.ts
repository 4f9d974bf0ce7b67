import type { ConsoleMessage, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { toast } from '../support/directory.ts';
import { firestore } from '../support/firestore.ts';
import { choose, findQuantity, findSubmit, GENERATOR_PAGE } from '../support/generator-page.ts';
import { setVisibility } from '../support/polled-history.ts';
import { answerWith } from '../support/routes.ts';

const asArtist = { as: 'artist', path: GENERATOR_PAGE } as const;
const STATS_CALL = '/api/image-generator/gemini-stats';

/** Today's usage of the 500 images, including that of other tests. */
const allowance = firestore.doc(`allowances/google~${new Date().toISOString().slice(0, 10)}`);
let before: FirebaseFirestore.DocumentData | undefined;
beforeEach(async () => {
  before = (await allowance.get()).data();
});
afterEach(() => (before ? allowance.set(before) : allowance.delete()));

const findPanel = (page: Page) => page.getByRole('group', { name: 'Gemini usage' });

test('only logs unreadable usage; shows it; blocks Google at the limit [P8.17, T1.8, T2.1.4, T4.3.10, T8.2.11, D-providers.8, D-providers.9]', async () => {
  const logged: ConsoleMessage[] = [];
  await withPage(
    async (page) => {
      await ignoreFailure(page, logged);
      await page.unroute(STATS_CALL);
      await allowance.set({ used: 490 });
      await setVisibility(page, 'visible');
      await readPanel(page);
      await allowance.set({ used: 500 });
      await blockAtLimit(page);
    },
    {
      ...asArtist,
      arrange: async (page) => {
        page.on('console', (message) => logged.push(message));
        await answerWith(page, STATS_CALL, { status: 500 });
      },
      expectedErrors: [/500/],
    },
  );
});

async function ignoreFailure(page: Page, logged: readonly ConsoleMessage[]) {
  const answered = page.waitForResponse(`**${STATS_CALL}`);
  await choose(page, 'Provider', 'Gemini');
  await answered;
  await choose(page, 'Model', 'Imagen 3');
  expect(logged.filter((message) => message.text().includes('500: '))).not.toEqual([]);
  expect(await findPanel(page).count()).toBe(0);
  expect(await toast(page, '').count()).toBe(0);
  expect(await findSubmit(page).isEnabled()).toBe(true);
}

async function readPanel(page: Page) {
  const panel = findPanel(page);
  for (const text of ['490 of 500 used today', '10 left'])
    await panel.getByText(text, { exact: true }).waitFor();
  await panel
    .getByText(/^Resets (in \d+ hr\.|in \d+ min\.|just now) \(\w{3} \d+, \d{4}, 12:00 AM\)$/)
    .waitFor();
  expect(await panel.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('98');
  await findQuantity(page).fill('12');
  await panel.getByText('Only 10 images left today. Lower the quantity.', { exact: true }).waitFor();
  await choose(page, 'Provider', 'Grok');
  expect(await findPanel(page).count()).toBe(0);
}

async function blockAtLimit(page: Page) {
  await choose(page, 'Provider', 'Gemini');
  await page.getByText(/^Daily Gemini limit reached\. It resets /).waitFor();
  expect(await findSubmit(page).isDisabled()).toBe(true);
  await choose(page, 'Provider', 'Stable Diffusion');
  expect(await findSubmit(page).isEnabled()).toBe(true);
}
