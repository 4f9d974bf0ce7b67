import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import { eventually, findCard, findHistory } from '../support/generator-page.ts';
import { drawPicture } from '../support/pictures.ts';
import { hold } from '../support/routes.ts';
import { setLatency } from '../support/sandbox.ts';
import {
  answerWithBatches,
  chooseStyle,
  drawPictures,
  findForm,
  findStyle,
  findSubmit,
  STYLIZER_PAGE,
  transform,
  TRANSFORM_CALL,
} from '../support/stylizer-page.ts';
import {
  choosePaths,
  choosePictures,
  drag,
  findDropZone,
  findIgnored,
  findRow,
  findRows,
  findSelection,
  waitForCount,
  withFolder,
} from '../support/uploads-page.ts';

beforeEach(() => setLatency(0));

test('selects images: drop zone, list, limits and ignored files; notes on styles [T2.4.1, T2.4.2, T2.4.3, T2.4.4, T2.4.5, T5.4.3, T5.4.4, T9.0.20, T9.0.21, D-uploads.7]', () =>
  withPage(
    async (page) => {
      await readTexts(page);
      await readNote(page);
      await dragOver(page);
      await removeImages(page);
      await ignoreFiles(page);
      await exceedLimit(page);
    },
    { as: 'artist', path: STYLIZER_PAGE, arrange: (page) => answerWithBatches(page, []) },
  ));

async function readTexts(page: Page) {
  await page.getByRole('heading', { name: 'Stylizer', exact: true, level: 1 }).waitFor();
  await page.getByText('Transform images with curated style presets', { exact: true }).waitFor();
  await findForm(page).getByRole('heading', { name: 'Transform Images', exact: true }).waitFor();
  expect((await findDropZone(page).innerText()).split(/\n+/)).toEqual([
    'Drop images here or click to select',
    'Supports JPEGs, PNGs, & WEBPs',
    'Upload up to 100 images',
    'Max file size is 20MB per image',
  ]);
}

/** Only Studio Ghibli has a note on stock agencies' rules. */
async function readNote(page: Page) {
  await chooseStyle(page, 'Studio Ghibli');
  const note = findForm(page)
    .getByRole('status')
    .filter({ hasText: /^Stock agencies generally do not accept images in the style of .* a studio/ });
  await note.waitFor();
  expect(await findStyle(page, 'Studio Ghibli').getAttribute('aria-describedby')).toBe(
    await note.getAttribute('id'),
  );
  await chooseStyle(page, 'Anime');
  await note.waitFor({ state: 'detached' });
}

/** Highlights the drop zone while files are dragged over it. */
async function dragOver(page: Page) {
  const readLook = () =>
    findDropZone(page).evaluate((zone) => {
      const { borderStyle, borderColor, backgroundColor } = getComputedStyle(zone);
      return { borderStyle, borderColor, backgroundColor };
    });
  const unhovered = await readLook();
  await withFolder({ 'photo.png': await drawPicture() }, async (folder) => {
    const { drop } = await drag(page, [`${folder}/photo.png`]);
    await eventually(async () => (await readLook()).borderStyle).toBe('solid');
    // The colors fade in.
    await eventually(async () => {
      const { borderColor, backgroundColor } = await readLook();
      return borderColor !== unhovered.borderColor && backgroundColor !== unhovered.backgroundColor;
    }).toBe(true);
    await drop();
    await waitForCount(page, 1);
    await eventually(async () => (await readLook()).backgroundColor).toBe(unhovered.backgroundColor);
  });
  await clearAll(page);
}

async function clearAll(page: Page) {
  await findForm(page).getByRole('button', { name: 'Clear All', exact: true }).click();
  await eventually(() =>
    findForm(page)
      .getByText(/selected$/)
      .count(),
  ).toBe(0);
  expect(await findRows(page).count()).toBe(0);
}

/** Removes one, then all. */
async function removeImages(page: Page) {
  const names = Array.from({ length: 8 }, (_, index) => `photo ${index + 1}.png`);
  await choosePictures(page, await drawPictures(...names));
  await waitForCount(page, 8);
  expect((await findRows(page).allInnerTexts()).map((text) => text.split('\n')[0])).toEqual(names);
  const list = findSelection(page).getByRole('list');
  expect(await list.evaluate((box) => box.scrollHeight > box.clientHeight)).toBe(true);

  await findForm(page).getByRole('button', { name: 'Remove photo 2.png' }).click();
  await waitForCount(page, 7);
  expect(await findRow(page, 'photo 2.png').count()).toBe(0);
  await clearAll(page);
}

/** Counts invalid and duplicate files. */
async function ignoreFiles(page: Page) {
  const [png, jpeg, webp] = await Promise.all(
    (['png', 'jpeg', 'webp'] as const).map((format) => drawPicture({ format })),
  );
  const MAX_BYTES = 20 * 1024 * 1024;
  if (!png || !jpeg || !webp) throw new Error('Expected three pictures.');
  const files = {
    'a.png': png,
    'b.jpg': jpeg,
    'c.jpeg': jpeg,
    'd.webp': webp,
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
    await choosePaths(page, [`${folder}/a.png`]);
    await findIgnored(page).getByText('1 file ignored: 1 already selected').waitFor();
    await waitForCount(page, 5);
    const toasts = page.getByRole('region', { name: /Notification/ }).getByRole('listitem');
    expect(await toasts.count()).toBe(0);
  });
}

/** Takes the first 100 images. */
async function exceedLimit(page: Page) {
  const png = await drawPicture();
  const pictures = Array.from({ length: 98 }, (_, index) => ({ name: `photo ${index}.png`, bytes: png }));
  await choosePictures(page, pictures);
  await waitForCount(page, 100);
  await findIgnored(page).getByText('3 files ignored: 3 over the limit').waitFor();
}

test("needs image and style, reads 'Uploading...', then keeps only the style [T2.4.11, T2.4.12, T5.4.6, T3.7.4, T3.7.5]", async () => {
  const artist = await signIn(newEmail());
  const sending = hold(TRANSFORM_CALL);
  await withPage(
    async (page) => {
      const submit = findSubmit(page);
      await findStyle(page, 'Pixel').waitFor();
      expect(await submit.innerText()).toBe('Transform Images');
      expect(await submit.isDisabled()).toBe(true);
      await choosePictures(page, await drawPictures('one.png', 'two.png'));
      await waitForCount(page, 2);
      expect(await submit.isDisabled()).toBe(true);
      await chooseStyle(page, 'Pixel');
      expect(await submit.isEnabled()).toBe(true);
      await findForm(page).getByRole('button', { name: 'Clear All' }).click();
      await eventually(() => submit.isDisabled()).toBe(true);
      await choosePictures(page, await drawPictures('five.png', 'six.png'));
      await eventually(() => submit.isEnabled()).toBe(true);

      const [sent, batchId] = await Promise.all([
        page.waitForRequest(`**${TRANSFORM_CALL}`),
        transform(page),
        (async () => {
          await findForm(page).getByRole('button', { name: 'Uploading...', exact: true }).waitFor();
          expect(await submit.isDisabled()).toBe(true);
          expect(
            await findForm(page)
              .getByRole('button', { name: /^(Remove|Clear)/ })
              .count(),
          ).toBe(0);
          sending.release();
        })(),
      ]);
      const form = sent.postDataBuffer()?.toString('latin1') ?? '';
      expect(form.match(/ name="\w+"(; filename="[^"]+")?/g)).toEqual([
        ' name="batchName"',
        ' name="preset"',
        ' name="originalFilenames"',
        ' name="images"; filename="five.png"',
        ' name="images"; filename="six.png"',
      ]);
      const card = findCard(page, batchId);
      await card.getByRole('heading', { name: /^\d{1,2}\/\d{1,2}\/\d{2}, \d{1,2}:\d{2} [AP]M$/ }).waitFor();
      await eventually(() => submit.innerText()).toBe('Transform Images');
      expect(await submit.isDisabled()).toBe(true);
      expect(await findRows(page).count()).toBe(0);
      expect(await findStyle(page, 'Pixel').isChecked()).toBe(true);
      expect(await findHistory(page).getByRole('article').count()).toBe(1);
    },
    { as: artist, path: STYLIZER_PAGE, arrange: sending.arrange },
  );
});
