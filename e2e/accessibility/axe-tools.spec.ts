/** The tools and their states, in one page. */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { findViolations } from '../support/find-violations.ts';
import * as generator from '../support/generator-page.ts';
import { findCard, findHistory } from '../support/generator-page.ts';
import { hasFocus } from '../support/keyboard.ts';
import * as keywords from '../support/keyword-page.ts';
import { navigate } from '../support/navigate.ts';
import { drawPicture } from '../support/pictures.ts';
import { answerWith } from '../support/routes.ts';
import * as stylizer from '../support/stylizer-page.ts';
import { choosePictures, findIgnored, findRow, waitForCount } from '../support/uploads-page.ts';
import * as upscale from '../support/upscale-page.ts';
import * as histories from './tool-histories.ts';

/** What opens in front of a page, by its role. */
type Layers = Record<string, ['menu' | 'dialog', (page: Page) => Promise<unknown>]>;

const check = async (page: Page, state: string, within?: string) =>
  expect(await findViolations(page, within === undefined ? {} : { within }), state).toEqual([]);

async function checkLayers(page: Page, layers: Layers): Promise<void> {
  for (const [name, [role, open]] of Object.entries(layers)) {
    await open(page);
    await check(page, name, `[role=${role}]`);
    // The first Escape may revert a text.
    while ((await page.getByRole(role).count()) > 0) await page.keyboard.press('Escape');
  }
}

const openTool = async (page: Page, path: string, queued: string) => {
  // Else going back over a dialog's entry would undo it.
  await generator
    .eventually(() => page.evaluate(() => JSON.stringify(history.state)))
    .not.toContain('"dialogs"');
  await navigate(page, path);
  await findHistory(page).getByText(queued, { exact: true }).waitFor();
};

const click = (page: Page, batchId: string, name: string) =>
  findCard(page, batchId).getByRole('button', { name }).click();
const openFailures = async (page: Page, batchId: string) => {
  await generator.chooseAction(page, findCard(page, batchId), 'Retry failed');
  await page.getByRole('dialog', { name: 'Failed images' }).waitFor();
};
const waitForPicture = (page: Page) => page.getByRole('dialog').locator('img[src^="blob:"]').waitFor();

async function checkGenerator(page: Page): Promise<void> {
  const { finished } = histories.generator;
  await openTool(page, generator.GENERATOR_PAGE, 'Queued - 12 images');
  await generator.choose(page, 'Provider', 'Stable Diffusion');
  await generator.findSubmit(page).click();
  await page.getByText('Style preset is required').waitFor();
  await findCard(page, finished.id).locator('img').first().waitFor();
  await check(page, 'generator: form errors and batches in every state');

  await generator.choose(page, 'Provider', 'Gemini');
  await generator.choose(page, 'Model', 'Imagen 4');
  await page.getByRole('group', { name: 'Gemini usage' }).waitFor();
  await click(page, finished.id, 'Rename');
  await check(page, 'generator: the Gemini form and a name being edited');
  await page.keyboard.press('Escape');

  await checkLayers(page, {
    'generator: the menu of a batch': [
      'menu',
      async () => {
        await click(page, finished.id, 'More actions');
        await page.getByRole('menuitem', { name: 'View settings' }).waitFor();
      },
    ],
    'generator: the images of a batch': [
      'dialog',
      async () => {
        await click(page, finished.id, 'View images');
        await page.getByRole('dialog').locator('img').first().waitFor();
      },
    ],
    'generator: the viewer': [
      'dialog',
      async () => {
        await click(page, finished.id, 'Open image 1');
        await waitForPicture(page);
      },
    ],
    'generator: the reasons of failed images': ['dialog', () => openFailures(page, finished.id)],
  });
}

async function checkStylizer(page: Page): Promise<void> {
  const { finished } = histories.stylizer;
  await openTool(page, stylizer.STYLIZER_PAGE, 'Queued - 2 image(s)');
  await stylizer.findStyle(page, 'Favicon').waitFor();
  await choosePictures(page, [
    ...(await stylizer.drawPictures('one.png', 'two.png')),
    { name: 'notes.txt', bytes: Buffer.from('notes') },
  ]);
  await waitForCount(page, 2);
  await stylizer.chooseStyle(page, 'Studio Ghibli');
  await check(page, 'stylizer: a filled form and batches in every state');

  await checkLayers(page, {
    'stylizer: the viewer': [
      'dialog',
      async () => {
        await click(page, finished.id, 'View Images');
        await waitForPicture(page);
      },
    ],
    'stylizer: the reasons of failed images': ['dialog', () => openFailures(page, finished.id)],
  });
}

async function checkKeywords(page: Page): Promise<void> {
  const { finished } = histories.keywords;
  const card = findCard(page, finished.id);
  await openTool(page, keywords.KEYWORD_PAGE, 'Queued - 2 images');
  await choosePictures(page, [{ name: 'one.png', bytes: await drawPicture() }]);
  await waitForCount(page, 1);
  await generator.openOptions(page);
  await keywords.findForm(page).getByRole('textbox', { name: 'Words that must appear' }).fill('sea, sand');
  await page.keyboard.press('Enter');
  await check(page, 'keywords: form and history');

  await checkLayers(page, {
    'keywords: the failed items': [
      'dialog',
      async () => {
        const dialog = await keywords.openFailedItems(page, card);
        await dialog.getByText('photo-3.jpg', { exact: true }).waitFor();
      },
    ],
    'keywords: the check for an agency': [
      'dialog',
      async () => {
        await keywords.chooseExport(page, card, 'Adobe Stock CSV');
        await page.getByRole('list', { name: 'Problems' }).waitFor();
      },
    ],
    'keywords: the menu of exports': [
      'menu',
      async () => {
        await click(page, finished.id, 'Other exports');
        await page.getByRole('menu').waitFor();
      },
    ],
    'keywords: results with one error': [
      'dialog',
      async () => {
        const dialog = await keywords.openResults(page, card);
        await keywords.findTitle(keywords.findEditor(dialog, 'photo-1.jpg')).fill('t'.repeat(201));
        await dialog.getByText('A title can have at most 200 characters.', { exact: true }).waitFor();
      },
    ],
  });
}

async function checkUpscale(page: Page): Promise<void> {
  await openTool(page, upscale.UPSCALE_PAGE, 'Queued - 12 images');
  await findCard(page, histories.upscale.working.id).locator('[data-slot=failed]').waitFor();
  await choosePictures(page, [
    { name: 'one.png', bytes: await drawPicture() },
    { name: 'notes.txt', bytes: Buffer.from('notes') },
  ]);
  await findRow(page, 'one.png').locator('img').waitFor();
  await upscale.findProcess(page).click();
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
  await findIgnored(page).getByRole('button', { name: 'Show' }).click();
  await page
    .getByRole('region', { name: /Notification/ })
    .getByRole('listitem')
    .waitFor({ state: 'detached' });
  await check(page, 'upscale: an upload that failed, and batches in every state');
  await checkLayers(page, {
    'upscale: the reasons of failed images': [
      'dialog',
      () => openFailures(page, histories.upscale.finished.id),
    ],
    'upscale: the batches that pictures came from': [
      'menu',
      async () => {
        await click(page, histories.upscale.finished.id, 'From 2 batches');
        await page.getByRole('menuitem', { name: 'Owl Deleted or expired' }).waitFor();
      },
    ],
  });
}

/** From a batch to the source of its pictures, by keyboard, and back. */
async function followLinks(page: Page): Promise<void> {
  const { generator: sources, upscale: results } = histories;
  const expectFocus = (target: Locator) => generator.eventually(() => hasFocus(target)).toBe(true);
  await findCard(page, results.finished.id).getByRole('button', { name: 'From 2 batches' }).press('Enter');
  await expectFocus(page.getByRole('menuitem', { name: 'Fox in the snow' }));
  await page.keyboard.press('Enter');
  const source = findCard(page, sources.finished.id);
  await expectFocus(source);
  expect(new URL(page.url()).pathname).toBe(generator.GENERATOR_PAGE);
  await checkLayers(page, {
    'generator: the batches that pictures were sent to': [
      'menu',
      async () => {
        await source.getByRole('button', { name: 'More actions' }).click();
        await page.getByRole('menuitem', { name: 'Foxes Upscale & Enhancement, 1 image' }).waitFor();
      },
    ],
  });
  await source.getByRole('link', { name: 'Sent to Upscale & Enhancement' }).click();
  await expectFocus(findCard(page, results.finished.id));
}

test('tools have no axe violations in any state; links between batches move the focus', () =>
  withPage(
    async (page) => {
      await checkGenerator(page);
      await checkStylizer(page);
      await checkKeywords(page);
      await checkUpscale(page);
      await followLinks(page);
    },
    {
      as: 'artist',
      arrange: async (page) => {
        await histories.serve(page);
        await answerWith(page, upscale.UPSCALE_CALL, { status: 500 });
      },
      expectedErrors: [/500/, /404/],
    },
  ));
