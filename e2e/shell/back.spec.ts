import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import { makeRequest, startBatch, waitForBatch } from '../support/generator.ts';
import {
  answerWithBatches as answerWithGenerated,
  chooseAction,
  createBatch,
  eventually,
  findCard,
  GENERATOR_PAGE,
} from '../support/generator-page.ts';
import {
  answerWithBatches as answerWithKeywords,
  createKeywordBatch,
  KEYWORD_PAGE,
} from '../support/keyword-page.ts';
import { DESKTOP, PHONE } from '../support/launch-browser.ts';
import { navigate } from '../support/navigate.ts';
import { setLatency } from '../support/sandbox.ts';
import {
  answerWithBatches as answerWithStyled,
  createBatch as createStylizerBatch,
  STYLIZER_PAGE,
} from '../support/stylizer-page.ts';

beforeEach(() => setLatency(0));

const findDialog = (page: Page) => page.getByRole('dialog');
const findTool = (page: Page) => page.getByRole('heading', { level: 1, name: 'Bulk Image Generator' });
const findHome = (page: Page) => page.getByRole('heading', { level: 1, name: 'Welcome to the product' });
const waitForNoDialog = (page: Page) => findDialog(page).waitFor({ state: 'detached' });

/** Opens the tool from the home page. */
async function launchGenerator(page: Page): Promise<void> {
  await page.locator('main a[href="/tools/bulk-image-generator"]').click();
  await findTool(page).waitFor();
}

async function openPrompt(page: Page, batchId: string): Promise<void> {
  await chooseAction(page, findCard(page, batchId), 'View prompt');
  await findDialog(page).waitFor();
}

/** Presses Back and waits for its effect. */
async function goBack(page: Page): Promise<void> {
  await page.evaluate(() => history.back());
}

test('Back closes the viewer, then the images, then leaves the page', async () => {
  const artist = await signIn(newEmail());
  const batchId = await startBatch(artist, makeRequest('openai', { quantity: 1 }));
  await waitForBatch(artist, batchId);
  await withPage(
    async (page) => {
      for (const viewport of [DESKTOP, PHONE]) {
        await page.setViewportSize(viewport);
        await launchGenerator(page);
        await findCard(page, batchId).getByRole('button', { name: 'View images' }).click();
        await page.getByRole('button', { name: /^View .*001/ }).click();
        const position = page.getByText('1 / 1');
        await position.waitFor();
        await goBack(page);
        await position.waitFor({ state: 'detached' });
        await page.getByRole('heading', { name: /^Images in / }).waitFor();
        await goBack(page);
        await waitForNoDialog(page);
        expect(await findTool(page).isVisible()).toBe(true);
        await goBack(page);
        await findHome(page).waitFor();
      }
    },
    { as: artist },
  );
});

const batch = createBatch();
const withBatch = (run: (page: Page) => Promise<void>) =>
  withPage(run, { as: 'admin', arrange: (page) => answerWithGenerated(page, [batch]) });

test('leaves no history entry after a dialog closes by any way or a reload', () =>
  withBatch(async (page) => {
    const WAYS: Record<string, () => Promise<unknown>> = {
      'the Close button': () => findDialog(page).getByRole('button', { name: 'Close' }).click(),
      Escape: () => page.keyboard.press('Escape'),
      Back: () => goBack(page),
    };
    for (const [way, close] of Object.entries(WAYS)) {
      await launchGenerator(page);
      for (let times = 0; times < 2; times++) {
        await openPrompt(page, batch.id);
        await close();
        await waitForNoDialog(page);
      }
      // Forward has nowhere to go.
      await page.evaluate(() => history.forward());
      await page.waitForFunction(() => !('dialogs' in history.state));
      expect(await findTool(page).isVisible(), way).toBe(true);
      await goBack(page);
      await findHome(page).waitFor();
      await page.evaluate(() => history.forward());
      await findTool(page).waitFor();
      expect(await findDialog(page).count(), way).toBe(0);
      await goBack(page);
      await findHome(page).waitFor();
    }

    await launchGenerator(page);
    await openPrompt(page, batch.id);
    await page.waitForFunction(() => 'dialogs' in history.state);
    await page.reload();
    await findTool(page).waitFor();
    await page.waitForFunction(() => !('dialogs' in history.state));
    expect(await findDialog(page).count()).toBe(0);
    await goBack(page);
    await findHome(page).waitFor();
  }));

test('Back closes a menu and the palette, and returns from where the palette led', () =>
  withBatch(async (page) => {
    await launchGenerator(page);
    await findCard(page, batch.id).getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menu').waitFor();
    await page.waitForFunction(() => 'dialogs' in history.state);
    await goBack(page);
    await page.getByRole('menu').waitFor({ state: 'detached' });
    expect(await findTool(page).isVisible()).toBe(true);

    await page.keyboard.press('Control+k');
    await findDialog(page).waitFor();
    await page.waitForFunction(() => 'dialogs' in history.state);
    await goBack(page);
    await waitForNoDialog(page);
    expect(await findTool(page).isVisible()).toBe(true);

    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Go to' }).fill('Stylizer');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Stylizer' }).waitFor();
    await waitForNoDialog(page);
    await goBack(page);
    await findTool(page).waitFor();
    await goBack(page);
    await findHome(page).waitFor();
  }));

const keywordBatch = createKeywordBatch();
const styledBatch = createStylizerBatch();
const clickFirst = (page: Page, name: RegExp) => page.getByRole('button', { name }).first().click();
/** The page of each dialog, and how to open it. */
const DIALOGS: Record<string, [path: string, title: string, open: (page: Page) => Promise<void>]> = {
  'the question before the history is cleared': [
    GENERATOR_PAGE,
    'Bulk Image Generator',
    (page) => page.getByRole('button', { name: 'Clear History' }).click(),
  ],
  'the results of keywords': [KEYWORD_PAGE, 'Keyword Generator', (page) => clickFirst(page, /^View results/)],
  'the check of an agency': [
    KEYWORD_PAGE,
    'Keyword Generator',
    async (page) => {
      await page.getByRole('button', { name: 'Export CSV' }).click();
      await page.getByRole('menuitem', { name: 'Adobe Stock CSV' }).click();
    },
  ],
  'a picture of the stylizer': [STYLIZER_PAGE, 'Stylizer', (page) => clickFirst(page, /^(View|Original)/)],
};

test('Back closes the dialogs of each tool and returns the focus to their opener', () =>
  withPage(
    async (page) => {
      const hasFocus = (target: Locator) =>
        eventually(() => target.evaluate((element) => element === document.activeElement)).toBe(true);
      const card = findCard(page, batch.id);
      await hasFocus(card);
      await openPrompt(page, batch.id);
      await goBack(page);
      await waitForNoDialog(page);
      // The batch in the URL does not take the focus.
      await hasFocus(card.getByRole('button', { name: 'More actions' }));

      for (const [name, [path, title, open]] of Object.entries(DIALOGS)) {
        if (new URL(page.url()).pathname !== path) await navigate(page, path);
        await page.getByRole('heading', { level: 1, name: title }).waitFor();
        await open(page);
        await findDialog(page).waitFor();
        await page.waitForFunction(() => 'dialogs' in history.state);
        await goBack(page);
        await waitForNoDialog(page);
        expect(new URL(page.url()).pathname, name).toBe(path);
      }
    },
    {
      as: 'artist',
      path: `${GENERATOR_PAGE}#batch-${batch.id}`,
      arrange: async (page) => {
        await answerWithGenerated(page, [batch]);
        await answerWithKeywords(page, [keywordBatch]);
        await answerWithStyled(page, [styledBatch]);
      },
    },
  ));
