import { KEYWORD_LANGUAGES } from '@portal/contracts/keyword-generator';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import { eventually, findCard, findHistory, waitForText } from '../support/generator-page.ts';
import {
  answerWithBatches,
  findForm,
  findSubmit,
  generate,
  KEYWORD_PAGE,
  openOptions,
} from '../support/keyword-page.ts';
import { readBatch } from '../support/keywords.ts';
import { drawPicture } from '../support/pictures.ts';
import { setLatency } from '../support/sandbox.ts';
import {
  choosePaths,
  choosePictures,
  findDropZone,
  findIgnored,
  waitForCount,
  withFolder,
} from '../support/uploads-page.ts';

beforeEach(() => setLatency(0));

test('shows drop zone, history and limits of files and options [P2.6, T2.3.1, T2.3.2, T2.3.3, T2.3.10, T3.6.1, T5.4.2, T5.4.4, T5.4.5, T9.0.15, T9.0.16, D-uploads.7]', () =>
  withPage(
    async (page) => {
      await checkTexts(page);
      await limitOptions(page);
      await limitFiles(page);
    },
    { as: 'artist', path: KEYWORD_PAGE, arrange: (page) => answerWithBatches(page, []) },
  ));

async function checkTexts(page: Page) {
  await page.getByRole('heading', { name: 'Keyword Generator', exact: true, level: 1 }).waitFor();
  await page.getByText('Generate SEO-optimized titles & keywords', { exact: true }).waitFor();
  await findForm(page).getByRole('heading', { name: 'Upload images', exact: true }).waitFor();
  expect((await findDropZone(page).innerText()).split(/\n+/)).toEqual([
    'Drop images here or click to select',
    'JPEG, PNG, WEBP and GIF',
    'Up to 100 images, 20 MB each',
  ]);
  expect(await findSubmit(page).innerText()).toBe('Generate keywords');
  expect(await findSubmit(page).isDisabled()).toBe(true);
  await choosePictures(page, [{ name: 'one.png', bytes: await drawPicture() }]);
  await eventually(() => findSubmit(page).isEnabled()).toBe(true);
  await findForm(page).getByRole('button', { name: 'Clear All' }).click();
  await eventually(() => findSubmit(page).isDisabled()).toBe(true);

  const history = findHistory(page);
  await history.getByRole('heading', { name: 'History', exact: true }).waitFor();
  await history.getByText('Files are automatically deleted after 3 days', { exact: true }).waitFor();
  await history.getByText('No batch history yet', { exact: true }).waitFor();
  expect(await history.getByRole('button').count()).toBe(0);
}

/** Four types of images up to 20 MB, 100 at most; counts what it ignores. */
async function limitFiles(page: Page) {
  const MAX_BYTES = 20 * 1024 * 1024;
  const png = await drawPicture();
  const files = {
    'a.png': png,
    'b.jpg': await drawPicture({ format: 'jpeg' }),
    'c.webp': await drawPicture({ format: 'webp' }),
    'd.gif': await sharp(png).gif().toBuffer(),
    'just fits.png': Buffer.alloc(MAX_BYTES, png),
    'too large.png': Buffer.alloc(MAX_BYTES + 1, png),
    'empty.png': Buffer.alloc(0),
    'drawing.svg': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    'notes.txt': Buffer.from('notes'),
  };
  await withFolder(files, async (folder) => {
    await choosePaths(
      page,
      Object.keys(files).map((name) => `${folder}/${name}`),
    );
    await waitForCount(page, 5);
    const account = '4 files ignored: 1 too large, 1 empty, 1 not an image, 1 unsupported type';
    await findIgnored(page).getByText(account).waitFor();
    await choosePaths(page, [`${folder}/d.gif`]);
    await findIgnored(page).getByText('1 file ignored: 1 already selected').waitFor();
  });
  await choosePictures(
    page,
    Array.from({ length: 97 }, (_, index) => ({ name: `photo ${index}.png`, bytes: png })),
  );
  await waitForCount(page, 100);
  await findIgnored(page).getByText('2 files ignored: 2 over the limit').waitFor();
  expect(await findSubmit(page).isEnabled()).toBe(true);
}

const findWords = (page: Page, label: string): Locator =>
  findForm(page).getByRole('textbox', { name: label, exact: true });
const readPageText = (page: Page, label: string): Promise<string[]> =>
  findForm(page).getByRole('list', { name: label, exact: true }).locator('button[data-word]').allInnerTexts();

/** The options are collapsed at first. */
async function limitOptions(page: Page) {
  const more = findForm(page).getByRole('button', { name: 'More options' });
  expect(await more.getAttribute('aria-expanded')).toBe('false');
  await more.click();
  const context = findForm(page).getByRole('textbox', { name: 'Context for the whole batch' });
  expect(await context.inputValue()).toBe('');
  await context.fill('c'.repeat(1200));
  expect(await context.inputValue()).toHaveLength(1000);
  await findForm(page).getByText('1000 / 1000', { exact: true }).waitFor();

  const count = findForm(page).getByRole('slider', { name: 'Number of keywords' });
  const limits = [await count.getAttribute('min'), await count.inputValue(), await count.getAttribute('max')];
  expect(limits).toEqual(['5', '50', '50']);
  const language = findForm(page).getByRole('combobox', { name: 'Language' });
  expect(await language.inputValue()).toBe('English');
  expect(await language.locator('option').allInnerTexts()).toEqual([...KEYWORD_LANGUAGES]);

  for (const label of ['Words that must appear', 'Words that must not appear']) {
    await findWords(page, label).fill(
      Array.from({ length: 26 }, (_, index) => `word ${index + 1}`).join(','),
    );
    await page.keyboard.press('Enter');
    expect(await readPageText(page, label)).toHaveLength(25);
    expect(await findWords(page, label).inputValue()).toBe('word 26');
    await findWords(page, label).fill('');
  }
  await findForm(page).getByRole('button', { name: 'Reset options' }).click();
  expect(await context.inputValue()).toBe('');
  expect(await findForm(page).locator('button[data-word]').count()).toBe(0);
}

test('sends and keeps options, accepts animations, uses required words [T2.3.3, T3.6.1, T5.4.2]', async () => {
  const writer = await signIn(newEmail());
  await withPage(
    async (page) => {
      await openOptions(page);
      await findForm(page)
        .getByRole('textbox', { name: 'Context for the whole batch' })
        .fill('The harvest in the Provence');
      await findWords(page, 'Words that must appear').fill('lavender, south of france');
      await page.keyboard.press('Enter');
      await findWords(page, 'Words that must not appear').fill('colorful');
      // Leaving the field applies the typed text.
      await findForm(page).getByRole('combobox', { name: 'Language' }).selectOption('French');
      const count = findForm(page).getByRole('slider', { name: 'Number of keywords' });
      await count.focus();
      await page.keyboard.press('Home');
      await choosePictures(page, [
        {
          name: 'still.gif',
          bytes: await sharp(await drawPicture())
            .gif()
            .toBuffer(),
        },
        { name: 'moving.gif', bytes: await drawMoving() },
      ]);
      await waitForCount(page, 2);
      const id = await generate(page);
      const card = findCard(page, id);
      await waitForText(card, '2/2 completed');
      await card.getByText('French', { exact: true }).waitFor();
      const { results, ...options } = await readBatch(writer, id);
      expect(options).toMatchObject({
        context: 'The harvest in the Provence',
        mustAppear: ['lavender', 'south of france'],
        mustNotAppear: ['colorful'],
        keywordCount: 5,
        language: 'French',
      });
      for (const { keywords } of results) {
        expect(keywords.length).toBeLessThanOrEqual(5);
        expect(keywords).toEqual(expect.arrayContaining(['lavender', 'south of france']));
      }
      expect(results.map(({ extension }) => extension)).toEqual(['gif', 'gif']);

      await page.reload();
      await findForm(page)
        .getByText('Context · Include 2 words · Exclude 1 word · Up to 5 keywords · French', { exact: true })
        .waitFor();
      await openOptions(page);
      expect(await readPageText(page, 'Words that must appear')).toEqual(['lavender', 'south of france']);
    },
    { as: writer, path: KEYWORD_PAGE },
  );
});

async function drawMoving(): Promise<Buffer> {
  const frames = await Promise.all([drawPicture(), drawPicture()]);
  return sharp(frames, { join: { animated: true } })
    .gif({ delay: [80, 80] })
    .toBuffer();
}
