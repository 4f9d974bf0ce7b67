import { getLineage } from '@portal/contracts/lineage';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import {
  answerWithBatches as answerWithGenerated,
  BATCHES_CALL,
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
import { drawPicture } from '../support/pictures.ts';
import { answerWith } from '../support/routes.ts';
import {
  answerWithBatches as answerWithStyled,
  createBatch as createStylizerBatch,
  STYLIZER_PAGE,
} from '../support/stylizer-page.ts';

const findDialog = (page: Page) => page.getByRole('dialog');
const findTool = (page: Page) => page.getByRole('heading', { level: 1, name: 'Bulk Image Generator' });
const findHome = (page: Page) => page.getByRole('heading', { level: 1, name: 'Welcome to the product' });
/** The entry of an open dialog is added in the next task. A Back before that would leave the page. */
const waitForEntry = (page: Page, dialogs = 1) =>
  page.waitForFunction((count) => 'dialogs' in history.state && history.state.dialogs === count, dialogs);
const waitForNoDialog = (page: Page) => findDialog(page).waitFor({ state: 'detached' });

/** Opens the tool from the home page. */
async function launchGenerator(page: Page): Promise<void> {
  await page.locator('main a[href="/tools/bulk-image-generator"]').click();
  await findTool(page).waitFor();
}

async function openPrompt(page: Page, batchId: string): Promise<void> {
  await findCard(page, batchId).getByRole('button', { name: 'View prompt' }).click();
  await findDialog(page).waitFor();
  await waitForEntry(page);
}

/** Presses Back and waits for its effect. */
async function goBack(page: Page): Promise<void> {
  await page.evaluate(() => history.back());
}

const batch = createBatch({ id: 'made', generatedImages: [`${BATCHES_CALL}/made/images/0`] });

/** Mocks the batch and its image. */
async function serve(page: Page): Promise<void> {
  await answerWithGenerated(page, [batch]);
  const body = await drawPicture({ format: 'webp' });
  await page.route(`**${BATCHES_CALL}/made/images/**`, (route) =>
    route.fulfill({ contentType: 'image/webp', body }),
  );
  await answerWith(page, getLineage.path.replace('{id}', batch.id), {
    json: { sources: [], sentTo: [], hasMore: false },
  });
  const webUrl = `${BATCHES_CALL}/made/images/0`;
  const image = { index: 0, fileName: 'fox_001.png', webUrl, thumbnailUrl: `${webUrl}/thumbnail` };
  await answerWith(page, `**${BATCHES_CALL}/made/images`, {
    json: { images: [{ ...image, width: 48, height: 32, bytes: 900 }] },
  });
}

test('Back closes dialogs, menus and the palette one by one, and Forward finds none', () =>
  withPage(
    async (page) => {
      for (const viewport of [PHONE, DESKTOP]) {
        await page.setViewportSize(viewport);
        await leaveViewer(page);
      }
      await leaveNoEntries(page);
      await leaveMenuAndPalette(page);
    },
    { as: 'admin', arrange: serve },
  ));

/** Back closes the viewer, then the images, then leaves the page. */
async function leaveViewer(page: Page): Promise<void> {
  await launchGenerator(page);
  await findCard(page, batch.id).getByRole('button', { name: 'View images' }).click();
  await page.getByRole('button', { name: /^View .*001/ }).click();
  const position = page.getByText('1 / 1');
  await position.waitFor();
  await waitForEntry(page, 2);
  await goBack(page);
  await position.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: /^Images in / }).waitFor();
  await goBack(page);
  await waitForNoDialog(page);
  expect(await findTool(page).isVisible()).toBe(true);
  await goBack(page);
  await findHome(page).waitFor();
}

/** After a dialog closes by any way, or by a reload. */
async function leaveNoEntries(page: Page): Promise<void> {
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
  await page.reload();
  await findTool(page).waitFor();
  await page.waitForFunction(() => !('dialogs' in history.state));
  expect(await findDialog(page).count()).toBe(0);
  await goBack(page);
  await findHome(page).waitFor();
}

/** Back also returns from where the palette led. */
async function leaveMenuAndPalette(page: Page): Promise<void> {
  await launchGenerator(page);
  await findCard(page, batch.id).getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menu').waitFor();
  await waitForEntry(page);
  await goBack(page);
  await page.getByRole('menu').waitFor({ state: 'detached' });
  expect(await findTool(page).isVisible()).toBe(true);

  await page.keyboard.press('Control+k');
  await findDialog(page).waitFor();
  await waitForEntry(page);
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
}

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
      await page.getByRole('button', { name: 'Other exports' }).click();
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
      await hasFocus(card.getByRole('button', { name: 'View prompt' }));

      for (const [name, [path, title, open]] of Object.entries(DIALOGS)) {
        if (new URL(page.url()).pathname !== path) await navigate(page, path);
        await page.getByRole('heading', { level: 1, name: title }).waitFor();
        await open(page);
        await findDialog(page).waitFor();
        await waitForEntry(page);
        await goBack(page);
        await waitForNoDialog(page);
        expect(new URL(page.url()).pathname, name).toBe(path);
      }
    },
    {
      as: 'artist',
      path: `${GENERATOR_PAGE}#batch-${batch.id}`,
      arrange: async (page) => {
        await serve(page);
        await answerWithKeywords(page, [keywordBatch]);
        await answerWithStyled(page, [styledBatch]);
      },
    },
  ));
