/** How the Stylizer reads, from the styles to the viewer, and that it works by keyboard. */
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import {
  expectAnnounced,
  expectAnnouncedBatch,
  listenToAnnouncements,
  takeAnnouncements,
} from '../support/announcements.ts';
import { withPage } from '../support/browser.ts';
import { eventually, findCard, findHistory, waitForText } from '../support/generator-page.ts';
import { renameAndFinish } from '../support/history-actions.ts';
import { hasFocus, tabTo } from '../support/keyboard.ts';
import { digestOf, drawPicture } from '../support/pictures.ts';
import { readTree } from '../support/read-tree.ts';
import { addFaults, release, setLatency } from '../support/sandbox.ts';
import {
  chooseStyle,
  drawPictures,
  findForm,
  findStyle,
  findSubmit,
  STYLIZER_PAGE,
  transform,
} from '../support/stylizer-page.ts';
import {
  choosePictures,
  findDropZone,
  findRows,
  openChooser,
  waitForCount,
} from '../support/uploads-page.ts';

beforeEach(() => setLatency(0));
afterEach(release);

async function readForm(page: Page, slow: Buffer): Promise<void> {
  await findStyle(page, 'Favicon').waitFor();
  await takeAnnouncements(page);
  await choosePictures(page, [
    { name: 'one.png', bytes: await drawPicture() },
    { name: 'two.png', bytes: slow },
  ]);
  await waitForCount(page, 2);
  await eventually(() => findForm(page).locator('img[alt=""]').count()).toBeGreaterThan(1);
  expect(await readTree(findForm(page))).toMatchInlineSnapshot(`
    "- region "Transform Images":
      - heading "Transform Images" [level=2]
      - button "Drop images here or click to select Supports JPEGs, PNGs, & WEBPs Upload up to 100 images Max file size is 20MB per image"
      - button "Choose a folder"
      - status: 2 image(s) selected
      - region "2 image(s) selected":
        - text: 2 image(s) selected
        - button "Clear All"
        - list:
          - listitem:
            - paragraph: one.png
            - text: 48 × 32 · (size)
            - button "Remove one.png"
          - listitem:
            - paragraph: two.png
            - text: 48 × 32 · (size)
            - button "Remove two.png"
      - heading "Style" [level=3]
      - radiogroup "Style":
        - radio "Anime"
        - text: Anime
        - button "Next sample of Anime, showing 1 of 4"
        - radio "Renaissance"
        - text: Renaissance
        - button "Next sample of Renaissance, showing 1 of 4"
        - radio "Studio Ghibli"
        - text: Studio Ghibli
        - button "Next sample of Studio Ghibli, showing 1 of 4"
        - radio "Chibi"
        - text: Chibi
        - button "Next sample of Chibi, showing 1 of 4"
        - radio "Goth"
        - text: Goth
        - button "Next sample of Goth, showing 1 of 4"
        - radio "Pixel"
        - text: Pixel
        - button "Next sample of Pixel, showing 1 of 4"
        - radio "Synthwave"
        - text: Synthwave
        - button "Next sample of Synthwave, showing 1 of 4"
        - radio "Coloringbook"
        - text: Coloringbook
        - button "Next sample of Coloringbook, showing 1 of 4"
        - radio "Favicon"
        - text: Favicon
        - button "Next sample of Favicon, showing 1 of 4"
      - button "More options"
      - text: "Missing:"
      - list "Missing":
        - listitem:
          - button "Style"
      - status "Estimated cost": Choose a style to see the cost
      - button "Transform Images" [disabled]"
  `);
  await expectAnnounced(page, '2 image(s) selected');
}

async function readBatch(page: Page): Promise<void> {
  await chooseStyle(page, 'Studio Ghibli');
  await takeAnnouncements(page);
  const card = findCard(page, await transform(page));
  await waitForText(card, '1/2 completed');
  expect(await readTree(card)).toMatchInlineSnapshot(`
    "- article "(date)":
      - heading "(date)" [level=3]
      - button "Rename"
      - text: 1/2 completed Studio Ghibli
      - time: (time ago)
      - text: Processing... (time left)
      - progressbar "1/2 completed"
      - group "Images":
        - button "View original of one.png"
        - button "View styled one.png"
        - button "View original of two.png"
      - text: (dollars) so far, about $0.12 in all
      - time: Expires in (time)
      - button "Cancel"
      - button "View Images"
      - button "Delete Batch"
      - button "More actions""
  `);
  await renameAndFinish(card, 'Hills', 4);
  expect(await readTree(card)).toMatchInlineSnapshot(`
    "- article "Hills":
      - heading "Hills" [level=3]
      - button "Rename"
      - text: 2/2 completed Studio Ghibli
      - time: (time ago)
      - text: Done
      - group "Images":
        - button "View original of one.png"
        - button "View styled one.png"
        - button "View original of two.png"
        - button "View styled two.png"
      - text: Cost (dollars), estimated $0.12
      - time: Expires in (time)
      - button "Download All"
      - link "New window":
        - /url: "?gallery=(id)"
      - button "View Images"
      - button "Delete Batch"
      - button "More actions""
  `);
  await expectAnnouncedBatch(page, 'Hills', 2);

  await card.getByRole('button', { name: 'View Images' }).click();
  const viewer = page.getByRole('dialog');
  await viewer.locator('img[src^="blob:"]').waitFor();
  expect(await readTree(viewer)).toMatchInlineSnapshot(`
    "- dialog "Styled Image":
      - status: one_stylized.jpg, image 1 of 2
      - paragraph: Styled Image one_stylized.jpg · 1 / 2
      - button "Star"
      - button "Mark for deletion"
      - button "Send to"
      - button "Details" [pressed]
      - button "Show original"
      - button "Compare"
      - button "Zoom out" [disabled]
      - button "Fit to window" [disabled]
      - button "Zoom in"
      - button "Full screen"
      - button "Download one_stylized.jpg"
      - button "Close"
      - 'img "Styled Image: one_stylized.jpg"'
      - button "Next image"
      - region "Details":
        - region "Checks"
        - term: Tool
        - definition: Stylizer
        - term: Batch
        - definition:
          - link "Hills":
            - /url: /tools/stylizer#batch-(id)
        - term: Size
        - definition: 1536 × 1024
        - term: Style
        - definition: Studio Ghibli
        - term: Batch cost
        - definition: (dollars), estimated $0.12
      - group "All pictures":
        - button "Show one_stylized.jpg"
        - button "Show two_stylized.jpg""
  `);
}

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

/** Starts, views, renames and deletes a batch. */
async function useKeyboard(page: Page) {
  const [one, two] = await drawPictures('one.png', 'two.png');
  if (!one || !two) throw new Error('Expected two pictures.');
  await press(page, 'Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  // The first stop of the page.
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  await tabTo(page, findDropZone(page));
  const chooser = await openChooser(page, () => press(page, 'Enter'));
  await chooser.setFiles(
    [one, two].map(({ name, bytes }) => ({ name, mimeType: 'image/png', buffer: bytes })),
  );
  await waitForCount(page, 2);
  await tabTo(page, findForm(page).getByRole('button', { name: 'Remove two.png' }));
  await press(page, 'Enter');
  await waitForCount(page, 1);
  await eventually(() => hasFocus(findRows(page).getByRole('button', { name: 'Remove one.png' }))).toBe(true);
  // The chosen one.
  await tabTo(page, findStyle(page, 'Studio Ghibli'));
  await press(page, 'ArrowUp');
  expect(await findStyle(page, 'Renaissance').isChecked()).toBe(true);
  await tabTo(page, findSubmit(page));
  await press(page, 'Enter');

  const card = findHistory(page).getByRole('article').first();
  await waitForText(card, '1/1 completed');
  await tabTo(page, card.getByRole('button', { name: 'Rename' }));
  await press(page, 'Enter');
  await card.getByRole('textbox', { name: 'Batch name' }).waitFor();
  await page.keyboard.type('By keyboard');
  await press(page, 'Enter');
  await card.getByRole('heading', { name: 'By keyboard' }).waitFor();
  await eventually(() => hasFocus(card.getByRole('button', { name: 'Rename' }))).toBe(true);

  const viewImages = card.getByRole('button', { name: 'View Images' });
  await tabTo(page, viewImages);
  await press(page, 'Enter');
  await page.getByRole('dialog', { name: 'Styled Image' }).waitFor();
  await tabTo(page, page.getByRole('button', { name: 'Show original' }));
  await press(page, 'Enter');
  await page.getByRole('dialog', { name: 'Original Image' }).waitFor();
  await press(page, 'Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await hasFocus(viewImages)).toBe(true);

  await tabTo(page, card.getByRole('button', { name: 'Delete Batch' }));
  await press(page, 'Enter');
  const question = page.getByRole('dialog', { name: 'Delete Batch' });
  // Cancel has the focus, so Enter alone deletes nothing.
  await eventually(() => hasFocus(question.getByRole('button', { name: 'Cancel' }))).toBe(true);
  await tabTo(page, question.getByRole('button', { name: 'Delete' }));
  await press(page, 'Enter');
  await card.getByRole('heading', { name: 'By keyboard' }).waitFor({ state: 'detached' });
}

test('a screen reader follows pictures to the viewer, and all works by keyboard [T2.4.5, T2.4.15, T2.4.22]', async () => {
  const slow = await drawPicture();
  await addFaults({ provider: 'openai', match: { promptIncludes: digestOf(slow) }, fault: { kind: 'hold' } });
  await withPage(
    async (page) => {
      await readForm(page, slow);
      await readBatch(page);
      await useKeyboard(page);
    },
    { path: STYLIZER_PAGE, as: await signIn(newEmail()), arrange: listenToAnnouncements },
  );
});
