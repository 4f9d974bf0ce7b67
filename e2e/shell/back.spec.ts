import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
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
import { PHONE } from '../support/launch-browser.ts';
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
  await page.locator('a[href="/tools/bulk-image-generator"]').click();
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

async function makeImages(): Promise<{ artist: Account; batchId: string }> {
  const artist = await signIn(newEmail());
  const batchId = await startBatch(artist, makeRequest('openai', { quantity: 2 }));
  await waitForBatch(artist, batchId);
  return { artist, batchId };
}

test.each([
  ['a desktop', undefined],
  ['a phone', PHONE],
])('Back closes the viewer, then the images, then leaves the page, on %s', async (_name, viewport) => {
  const { artist, batchId } = await makeImages();
  await withPage(
    async (page) => {
      await launchGenerator(page);
      await findCard(page, batchId).getByRole('button', { name: 'View images' }).click();
      await page.getByRole('button', { name: /^View .*001/ }).click();
      const zoom = page.getByRole('button', { name: 'Zoom in' });
      await zoom.waitFor();
      await goBack(page);
      await zoom.waitFor({ state: 'detached' });
      await page.getByRole('heading', { name: /^Images in / }).waitFor();
      await goBack(page);
      await waitForNoDialog(page);
      expect(await findTool(page).isVisible()).toBe(true);
      await goBack(page);
      await findHome(page).waitFor();
    },
    { as: artist, ...(viewport && { viewport }) },
  );
});

const batch = createBatch();
const withBatch = (run: (page: Page) => Promise<void>) =>
  withPage(run, { as: 'admin', arrange: (page) => answerWithGenerated(page, [batch]) });

test.each(['the Close button', 'Escape', 'Back'])('leaves no history entry after %s closes a dialog', (way) =>
  withBatch(async (page) => {
    await launchGenerator(page);
    for (let times = 0; times < 2; times++) {
      await openPrompt(page, batch.id);
      if (way === 'Back') await goBack(page);
      else if (way === 'Escape') await page.keyboard.press('Escape');
      else await findDialog(page).getByRole('button', { name: 'Close' }).click();
      await waitForNoDialog(page);
    }
    // Forward has nowhere to go.
    await page.evaluate(() => history.forward());
    await page.waitForFunction(() => !('dialogs' in history.state));
    expect(await findTool(page).isVisible()).toBe(true);
    await goBack(page);
    await findHome(page).waitFor();
    await page.evaluate(() => history.forward());
    await findTool(page).waitFor();
    expect(await findDialog(page).count()).toBe(0);
  }),
);

test('leaves no history entry after a reload with an open dialog', () =>
  withBatch(async (page) => {
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

test('Back closes the palette, and returns from where it led', () =>
  withBatch(async (page) => {
    await launchGenerator(page);
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

test('the batch in the URL does not take the focus when a dialog closes', () =>
  withPage(
    async (page) => {
      const card = findCard(page, batch.id);
      await eventually(() => card.evaluate((element) => element === document.activeElement)).toBe(true);
      await openPrompt(page, batch.id);
      await goBack(page);
      await waitForNoDialog(page);
      const opener = card.getByRole('button', { name: 'More actions' });
      await eventually(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
    },
    {
      as: 'artist',
      path: `${GENERATOR_PAGE}#batch-${batch.id}`,
      arrange: (page) => answerWithGenerated(page, [batch]),
    },
  ));

const keywordBatch = createKeywordBatch();
const styledBatch = createStylizerBatch();
const DIALOGS: [string, string, (page: Page) => Promise<unknown>, (page: Page) => Promise<void>][] = [
  [
    'the question before the history is cleared',
    GENERATOR_PAGE,
    (page) => answerWithGenerated(page, [batch]),
    (page) => page.getByRole('button', { name: 'Clear History' }).click(),
  ],
  [
    'the results of keywords',
    KEYWORD_PAGE,
    (page) => answerWithKeywords(page, [keywordBatch]),
    (page) =>
      page
        .getByRole('button', { name: /^View results/ })
        .first()
        .click(),
  ],
  [
    'the check of an agency',
    KEYWORD_PAGE,
    (page) => answerWithKeywords(page, [keywordBatch]),
    async (page) => {
      await page.getByRole('button', { name: 'Export CSV' }).click();
      await page.getByRole('menuitem', { name: 'Adobe Stock CSV' }).click();
    },
  ],
  [
    'a picture of the stylizer',
    STYLIZER_PAGE,
    (page) => answerWithStyled(page, [styledBatch]),
    (page) =>
      page
        .getByRole('button', { name: /^(View|Original)/ })
        .first()
        .click(),
  ],
];

test.each(DIALOGS)('Back closes %s', (_name, path, arrange, open) =>
  withPage(
    async (page) => {
      await open(page);
      await findDialog(page).waitFor();
      await page.waitForFunction(() => 'dialogs' in history.state);
      await goBack(page);
      await waitForNoDialog(page);
      expect(new URL(page.url()).pathname).toBe(path);
    },
    { as: 'artist', path, arrange },
  ),
);

test('Back closes a menu', () =>
  withBatch(async (page) => {
    await launchGenerator(page);
    await findCard(page, batch.id).getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menu').waitFor();
    await page.waitForFunction(() => 'dialogs' in history.state);
    await goBack(page);
    await page.getByRole('menu').waitFor({ state: 'detached' });
    expect(await findTool(page).isVisible()).toBe(true);
  }));
