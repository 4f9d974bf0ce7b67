import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readZip } from '../support/read-zip.ts';
import { makeCorpus } from '../hostile-files/corpus.ts';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import { eventually, findCard, findHistory, waitForText } from '../support/generator-page.ts';
import { clearHistory, deleteBatch, renameTo } from '../support/history-actions.ts';
import { listImages, stylizer } from '../support/picture-tools.ts';
import { digestOf, drawPicture } from '../support/pictures.ts';
import { addFaults, release, setLatency } from '../support/sandbox.ts';
import { chooseStyle, openGallery, STYLIZER_PAGE, transform } from '../support/stylizer-page.ts';
import { choosePictures, drop, findIgnored, waitForCount, withFolder } from '../support/uploads-page.ts';

beforeEach(() => setLatency(0));
afterEach(release);

const BAD = new Set(['bomb.png', 'half.jpg', 'page.html.png', 'moving.webp']);

test('styles a folder of 12 images, 4 bad: view, rename, download, delete, clear [T1.12, T2.4.13, T2.4.14, T2.4.15, T2.4.16, T2.4.17, T2.4.19, T2.4.20, T2.4.21, T2.4.22, T2.4.24, T3.7.3, T4.1.5, T4.1.6, T4.6.3, T9.0.26, D-uploads.6, D-uploads.7, D-batches.8]', async () => {
  const artist = await signIn(newEmail());
  await withPage(
    async (page) => {
      const slow = await drawPicture();
      const id = await sendFolder(page, slow);
      const card = findCard(page, id);
      await watchImages(card);
      await readReasons(page, card);
      await lookAtImages(page, card);
      await renameTo(card, 'Red fox / "one"');
      await downloadAll(page, card, artist, id);
      await lookAtGallery(page, card);
      await transformOneMore(page);
      await deleteBatch(page, card, () => card.getByRole('button', { name: 'Delete Batch' }).click());
      expect(await findHistory(page).getByRole('article').count()).toBe(1);
      await clearHistory(page);
      await eventually(() => stylizer.listBatches(artist)).toEqual([]);
    },
    // The browser logs the missing thumbnail of a bad file.
    { as: artist, path: STYLIZER_PAGE, expectedErrors: [/404/] },
  );
});

/** Waits for one of its images. */
async function sendFolder(page: Page, slow: Buffer): Promise<string> {
  await addFaults({
    provider: 'openai',
    match: { promptIncludes: digestOf(slow) },
    fault: { kind: 'hold' },
  });
  const hostile = (await makeCorpus()).filter(({ name }) => BAD.has(name));
  const good = await Promise.all(Array.from({ length: 7 }, () => drawPicture()));
  const named = good.map(
    (bytes, index) => [`photo ${String(index + 1).padStart(2, '0')}.png`, bytes] as const,
  );
  const files = {
    ...Object.fromEntries(named.slice(0, 4).map(([name, bytes]) => [`shoot/${name}`, bytes])),
    ...Object.fromEntries(named.slice(4).map(([name, bytes]) => [`shoot/second day/${name}`, bytes])),
    ...Object.fromEntries(hostile.map(({ name, bytes }) => [`shoot/second day/late/${name}`, bytes])),
    'shoot/slow.png': slow,
    'shoot/notes.txt': Buffer.from('notes'),
    'shoot/second day/drawing.svg': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  };
  let id = '';
  await withFolder(files, async (folder) => {
    await drop(page, [`${folder}/shoot`]);
    await waitForCount(page, 12);
    await findIgnored(page).getByText('2 files ignored: 1 not an image, 1 unsupported type').waitFor();
    await chooseStyle(page, 'Renaissance');
    id = await transform(page);
  });
  return id;
}

const findStyled = (card: Locator) => card.getByRole('button', { name: /^View styled / });
const findOriginals = (card: Locator) => card.getByRole('button', { name: /^View original of / });

async function watchImages(card: Locator) {
  await card.getByText('Renaissance', { exact: true }).waitFor();
  await waitForText(card, '7/12 completed');
  await card.getByText(/^Processing\.\.\./).waitFor();
  await eventually(() => card.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('92');
  expect(await card.getByRole('button', { name: 'Download All' }).count()).toBe(0);
  await card.getByRole('button', { name: /^Show \d+ more$/ }).click();
  // Unreadable files have no preview.
  expect(await findOriginals(card).count()).toBe(8);
  expect(await findStyled(card).count()).toBe(7);
  await release();
  await waitForText(card, '8/12 completed');
  await waitForText(card, 'Partly done');
  expect(await findStyled(card).count()).toBe(8);
  await card.getByRole('button', { name: 'Show fewer' }).click();
}

async function readReasons(page: Page, card: Locator) {
  // Away from the picture whose tooltip covers it.
  await page.mouse.move(0, 0);
  await card.getByRole('button', { name: '4 failed' }).click();
  const dialog = page.getByRole('dialog', { name: 'Failed images' });
  await dialog.getByRole('listitem').first().waitFor();
  const reasons = (await dialog.getByRole('listitem').allInnerTexts()).map((text) => text.split(/\n+/));
  expect(Object.fromEntries(reasons)).toEqual({
    'bomb.png · failed after 1 attempt': 'At 900 megapixels the picture is too large; the most is 100.',
    'half.jpg · failed after 1 attempt': 'The picture is damaged: it ends too early.',
    'moving.webp · failed after 1 attempt': 'This picture is animated. Save one of its frames as a picture.',
    'page.html.png · failed after 1 attempt': 'This is not a JPEG, PNG, WebP, GIF, AVIF or TIFF picture.',
  });
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  // Closes the tooltip of what was under the dialog.
  await page.mouse.move(0, 0);
}

async function lookAtImages(page: Page, card: Locator) {
  await card.getByRole('button', { name: 'View Images' }).click();
  const styled = page.getByRole('dialog', { name: 'Styled Image', exact: true });
  const line = await styled.getByText(/ · 1 \/ 8$/).innerText();
  const name = line.replace(' · 1 / 8', '');
  await styled.getByRole('img', { name: `Styled Image: ${name}` }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    styled.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(name.replace('.png', '_stylized.jpg'));
  expect((await readFile(await download.path())).toString('latin1')).toMatch(/^\xff\xd8\xff/);
  await page.keyboard.press('ArrowRight');
  await styled.getByText(/ · 2 \/ 8$/).waitFor();
  await styled.getByRole('button', { name: 'Show original' }).click();
  const original = page.getByRole('dialog', { name: 'Original Image', exact: true });
  await original.getByRole('img', { name: /^Original Image: / }).waitFor();
  await original.getByText(/ \/ 8$/).waitFor();
  await page.keyboard.press('Escape');
  await original.waitFor({ state: 'detached' });
}

async function downloadAll(page: Page, card: Locator, artist: Account, id: string) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('button', { name: 'Download All' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Red_fox____one__stylized.zip');
  const files = await readZip(await readFile(await download.path()));
  const images = await listImages(stylizer, artist, id);
  expect(images).toHaveLength(8);
  expect(files.map(({ name, bytes }) => [name, bytes.length])).toEqual(
    images.map(({ fileName, bytes }) => [fileName, bytes]),
  );
  expect(files.every(({ bytes }) => bytes.toString('latin1').startsWith('\xff\xd8\xff'))).toBe(true);
}

async function lookAtGallery(page: Page, card: Locator) {
  const gallery = await openGallery(page, card);
  await gallery.getByRole('heading', { name: 'Red fox / "one"', level: 1 }).waitFor();
  await eventually(() => gallery.getByRole('button', { name: /^View full size: / }).count()).toBe(8);
  const full = gallery.getByRole('button', { name: /^View full size: / }).first();
  const name = ((await full.getAttribute('aria-label')) ?? '').replace('View full size: ', '');
  await full.click();
  const viewer = gallery.getByRole('dialog').filter({ hasText: '1 / 8' });
  await viewer.getByRole('img', { name }).first().waitFor();
  const [download] = await Promise.all([
    gallery.waitForEvent('download'),
    viewer.getByRole('button', { name: `Download ${name}` }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(name);
  await gallery.keyboard.press('c');
  const divider = viewer.getByRole('slider', { name: 'Before and after' });
  await divider.press('ArrowRight');
  expect(Number(await divider.getAttribute('aria-valuenow'))).toBeGreaterThan(50);
  await gallery.close();
}

/** In the style of the last batch. */
async function transformOneMore(page: Page) {
  await choosePictures(page, [{ name: 'one more.png', bytes: await drawPicture() }]);
  await waitForCount(page, 1);
  await waitForText(findCard(page, await transform(page)), '1/1 completed');
}
