import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { eventually, openOptions } from '../support/generator-page.ts';
import { hasFocus } from '../support/keyboard.ts';
import { drawPicture } from '../support/pictures.ts';
import {
  choosePictures,
  drag,
  findDropZone,
  findIgnored,
  findRow,
  findRows,
  findSelection,
  openChooser,
  paste,
  waitForCount,
  withFolder,
  type Files,
} from '../support/uploads-page.ts';
import { answerWithBatches, createUpscaleBatch, findProcess, UPSCALE_PAGE } from '../support/upscale-page.ts';

const MAX_BYTES = 10_485_760;
const renamed = createUpscaleBatch({ name: 'A batch' });

/** The ignored files, as the page lists them. */
async function readIgnored(page: Page): Promise<string[]> {
  await findIgnored(page).getByRole('button', { name: 'Show' }).click();
  const detail = findIgnored(page).locator('xpath=..').getByRole('listitem');
  return (await detail.allInnerTexts()).toSorted();
}

test('selects up to 100 images from files, clipboard and folders; shows what will fail [P2.5, T2.2.1, T2.2.2, T2.2.3, T2.2.4, T2.2.12, T2.4.3, T5.4.1, T5.4.4, T5.4.7, T9.0.12, T9.0.13, D-uploads.7, D-uploads.8, D-file-types.4, D-file-types.5]', () =>
  withPage(
    async (page) => {
      await selectEach(page);
      await predictFailures(page);
      await clearAll(page);
      await selectHundred(page);
      await clearAll(page);
      await dropFolder(page);
    },
    { as: 'artist', path: UPSCALE_PAGE, arrange: (page) => answerWithBatches(page, [renamed]) },
  ));

async function clearAll(page: Page) {
  await findSelection(page).getByRole('button', { name: 'Clear All', exact: true }).click();
  await findSelection(page).waitFor({ state: 'detached' });
  expect(await findProcess(page).isDisabled()).toBe(true);
}

/** By click, keyboard and paste, with preview and target size. */
async function selectEach(page: Page) {
  const [first, second, third, fourth] = await Promise.all([
    drawPicture({ width: 120, height: 80 }),
    drawPicture({ format: 'jpeg' }),
    drawPicture({ format: 'webp' }),
    drawPicture(),
  ]);
  await page.getByRole('heading', { name: 'Upscale & Enhancement', level: 1, exact: true }).waitFor();
  const zone = findDropZone(page);
  for (const text of ['JPEG, PNG or WEBP files or folders', 'Up to 100 images, 10 MB each'])
    await zone.getByText(text, { exact: true }).waitFor();
  expect(await findProcess(page).isDisabled()).toBe(true);
  expect(await findSelection(page).count()).toBe(0);
  const readHeight = async () => (await zone.boundingBox())?.height ?? 0;
  const heightBefore = await readHeight();

  const pick = async (open: () => Promise<unknown>, name: string, bytes: Buffer | undefined) => {
    const chooser = await openChooser(page, open);
    expect(chooser.isMultiple()).toBe(true);
    expect(await chooser.element().getAttribute('accept')).toBe(
      'image/jpeg,image/png,image/webp,.jpg,.jpeg,.jpe,.jfif,.png,.webp',
    );
    await chooser.setFiles({ name, mimeType: '', buffer: bytes ?? Buffer.alloc(0) });
    await findRow(page, name).locator('img').waitFor();
  };
  await pick(() => zone.click(), 'first.png', first);
  await pick(() => zone.press('Enter'), 'second.jpg', second);
  await pick(() => zone.press('Space'), 'third.webp', third);
  await paste(page, { name: 'pasted.png', bytes: fourth });
  await waitForCount(page, 4);
  expect(await findProcess(page).isEnabled()).toBe(true);
  // It makes room for the list.
  expect(await readHeight()).toBeLessThan(heightBefore);

  await findRow(page, 'first.png').getByText('120 × 80 to 240 × 160').waitFor();
  await openOptions(page);
  await page.getByRole('radio', { name: '4x' }).check();
  await findRow(page, 'first.png').getByText('120 × 80 to 480 × 320').waitFor();

  const card = page.getByRole('article');
  await card.getByRole('button', { name: 'Rename' }).click();
  await card.getByRole('textbox', { name: 'Batch name' }).focus();
  await paste(page, { name: 'into a field.png', bytes: fourth });
  await page.keyboard.press('Escape');
  await waitForCount(page, 4);

  await page.getByRole('button', { name: 'Remove second.jpg' }).click();
  await waitForCount(page, 3);
  expect(await findRow(page, 'second.jpg').count()).toBe(0);
  await eventually(() => hasFocus(page.getByRole('button', { name: 'Remove third.webp' }))).toBe(true);
  await clearAll(page);
}

/** What cannot be upscaled, per image and in total. */
async function predictFailures(page: Page) {
  await page.getByRole('radio', { name: '2x' }).check();
  const large = await drawPicture({ width: 4000, height: 2000, format: 'webp' });
  await choosePictures(page, [
    { name: 'large.webp', bytes: large },
    { name: 'broken.png', bytes: Buffer.from('no picture') },
  ]);
  await findRow(page, 'large.webp').getByText('4000 × 2000 to 8000 × 4000').waitFor();
  await findRow(page, 'broken.png').getByText('may not be an image').waitFor();
  await page.getByRole('radio', { name: '4x' }).check();
  await findRow(page, 'large.webp')
    .getByText('Will fail: 4000 × 2000 to 16000 × 8000 is over 100 megapixels')
    .waitFor();
  await page
    .getByRole('status')
    .getByText('1 image would exceed 100 megapixels and fail. Use 2x instead.', { exact: true })
    .waitFor();
}

/** Renders only the visible ones. */
async function selectHundred(page: Page) {
  const picture = await drawPicture();
  const pictures = Array.from({ length: 102 }, (_, index) => ({ name: `p${index}.png`, bytes: picture }));
  await choosePictures(page, pictures);
  await waitForCount(page, 100);
  await findIgnored(page).getByText('2 files ignored: 2 over the limit').waitFor();
  expect(await findRows(page).count()).toBeLessThan(30);
  await findRow(page, 'p0.png').hover();
  await page.mouse.wheel(0, 10_000);
  await findRow(page, 'p99.png').locator('img').waitFor();
  await choosePictures(page, [{ name: 'one more.png', bytes: picture }]);
  await findIgnored(page).getByText('1 file ignored: 1 over the limit').waitFor();
  await waitForCount(page, 100);
}

/** Takes the valid images of all its levels, and counts the rest. */
async function dropFolder(page: Page) {
  const picture = await drawPicture();
  const sameSize = (text: string) => Buffer.concat([picture, Buffer.from(text)]);
  const files: Files = {
    // Browsers read directories in chunks of 100 entries.
    ...Object.fromEntries(Array.from({ length: 75 }, (_, index) => [`shoot/day one/p${index}.png`, picture])),
    ...Object.fromEntries(
      Array.from({ length: 75 }, (_, index) => [`shoot/day one/n${index}.txt`, Buffer.from('notes')]),
    ),
    'shoot/day two/morning/raw/deep.jpg': await drawPicture({ format: 'jpeg' }),
    'shoot/day two/morning/UPPER.JPEG': await drawPicture({ format: 'jpeg' }),
    'shoot/day two/ünïcode 写真.webp': await drawPicture({ format: 'webp' }),
    'shoot/day two/p0.png': picture,
    'shoot/day two/p1.png': sameSize('not the same size'),
    'shoot/day two/just within.png': Buffer.alloc(MAX_BYTES, picture),
    'shoot/day two/too large.png': Buffer.alloc(MAX_BYTES + 1, picture),
    'shoot/day two/empty.png': Buffer.alloc(0),
    'shoot/day two/moving.gif': await sharp(picture).gif().toBuffer(),
    'shoot/day two/scan.jfif': await drawPicture({ format: 'jpeg' }),
    'shoot/day two/scan-0012': sameSize('with no extension'),
    'shoot/day two/.hidden.png': picture,
    'shoot/.previews/p9.png': picture,
    'shoot/.DS_Store': picture,
    'shoot/Thumbs.db': picture,
    '__MACOSX/p5.png': picture,
    'loose.png': picture,
  };
  await withFolder(files, async (folder) => {
    const paths = ['shoot', '__MACOSX', 'loose.png'].map((name) => join(folder, name));
    const zone = findDropZone(page);
    const readLook = () =>
      zone.evaluate((element) => {
        const { borderStyle, borderColor, backgroundColor } = getComputedStyle(element);
        return { borderStyle, borderColor, backgroundColor };
      });
    const before = await readLook();
    const { drop } = await drag(page, paths);
    await eventually(() => zone.getAttribute('data-dragging')).toBe('true');
    await eventually(async () => (await readLook()).borderStyle).toBe('solid');
    // The colors fade in.
    await eventually(async () => {
      const { borderColor, backgroundColor } = await readLook();
      return borderColor !== before.borderColor && backgroundColor !== before.backgroundColor;
    }).toBe(true);
    await drop();
    await waitForCount(page, 83);
    expect(await zone.getAttribute('data-dragging')).toBe('false');
    await eventually(async () => (await readLook()).backgroundColor).toBe(before.backgroundColor);
    await findIgnored(page)
      .getByText(
        '82 files ignored: 1 too large, 1 empty, 75 not an image, 1 unsupported type, 3 hidden, 1 already selected',
      )
      .waitFor();
    const ignored = await readIgnored(page);
    expect(ignored.filter((line) => !line.startsWith('n'))).toEqual([
      '.hidden.png · hidden',
      'empty.png · empty',
      'moving.gif · unsupported type',
      'p0.png · already selected',
      'p5.png · hidden',
      'p9.png · hidden',
      'too large.png · too large',
    ]);
    expect(ignored.filter((line) => /^n\d+\.txt · not an image$/.test(line))).toHaveLength(75);
    expect(await findProcess(page).isEnabled()).toBe(true);

    await clearAll(page);
    const chooser = await openChooser(page, () =>
      page.getByRole('button', { name: 'Choose a folder', exact: true }).click(),
    );
    await chooser.setFiles(join(folder, 'shoot'));
    await waitForCount(page, 82);
    await findIgnored(page)
      .getByText(/ 4 hidden, 1 already selected/)
      .waitFor();
  });
}
