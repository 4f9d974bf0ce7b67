/** How Upscale & Enhancement reads, from the drop zone to the comparison, and that it works by keyboard. */
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import {
  expectAnnounced,
  expectAnnouncedBatch,
  listenToAnnouncements,
  takeAnnouncements,
} from '../support/announcements.ts';
import { waitForIdle } from '../support/batches.ts';
import { withPage } from '../support/browser.ts';
import { eventually, findCard, findHistory, waitForText } from '../support/generator-page.ts';
import { deleteBatch, renameAndFinish } from '../support/history-actions.ts';
import { hasFocus, tabTo } from '../support/keyboard.ts';
import { drawPicture } from '../support/pictures.ts';
import { readTree } from '../support/read-tree.ts';
import { release, setLatency, storeOnly } from '../support/sandbox.ts';
import { choosePictures, findDropZone, openChooser, waitForCount } from '../support/uploads-page.ts';
import { BATCHES_CALL, findProcess, processImages, UPSCALE_PAGE } from '../support/upscale-page.ts';

beforeEach(async () => {
  await setLatency(0);
  await waitForIdle();
});
afterEach(release);

async function readForm(page: Page): Promise<void> {
  await choosePictures(page, [
    { name: 'one.png', bytes: await drawPicture() },
    { name: 'two.png', bytes: await drawPicture() },
    { name: 'notes.txt', bytes: Buffer.from('notes') },
  ]);
  await waitForCount(page, 2);
  await page.getByText('Upscales 2 images to 2x · Free').waitFor();
  const form = page.getByRole('region', { name: 'Upload images' });
  await eventually(() => form.locator('img').count()).toBe(2);
  expect(await readTree(form)).toMatchInlineSnapshot(`
    "- region "Upload images":
      - heading "Upload images" [level=2]
      - button "Drop images here or click to select JPEG, PNG or WEBP files or folders Up to 100 images, 10 MB each"
      - button "Choose a folder"
      - status:
        - text: "1 file ignored: 1 not an image"
        - button "Show"
      - status: 2 image(s) selected
      - region "2 image(s) selected":
        - text: 2 image(s) selected
        - button "Clear All"
        - list:
          - listitem:
            - paragraph: one.png
            - text: 48 × 32 to 96 × 64 · (size)
            - button "Remove one.png"
          - listitem:
            - paragraph: two.png
            - text: 48 × 32 to 96 × 64 · (size)
            - button "Remove two.png"
      - button "More options"
      - text: 2x Upscales 2 images to 2x · Free · Less than a minute
      - button "Process Images""
  `);
  await expectAnnounced(page, '1 file ignored: 1 not an image Show', '2 image(s) selected');
}

async function readBatch(page: Page): Promise<void> {
  await storeOnly(1, 'upscale');
  const card = findCard(page, await processImages(page));
  await waitForText(card, '1/2 completed');
  await eventually(() => card.locator('img').count()).toBe(1);
  // Any of them may be the first, and the other shows its progress once that is known.
  const tree = (await readTree(card))
    .replace(/Open image \d/, 'Open image (n)')
    .replace(/\n *- img "Image \d: \d+% done".*/, '');
  expect(tree).toMatchInlineSnapshot(`
    "- article "(date)":
      - heading "(date)" [level=3]
      - button "Rename"
      - text: 1/2 completed 2x
      - time: (time ago)
      - text: (time left)
      - progressbar "1/2 completed"
      - group "Images":
        - button "Open image (n)"
      - time: Expires in (time)
      - button "Cancel"
      - button "Download ZIP"
      - link "View all images":
        - /url: "?gallery=(id)"
      - button "Delete"
      - button "More actions""
  `);
  await renameAndFinish(card, 'Sea', 2);
  expect(await readTree(card)).toMatchInlineSnapshot(`
    "- article "Sea":
      - heading "Sea" [level=3]
      - button "Rename"
      - text: 2/2 completed 2x
      - time: (time ago)
      - text: Done
      - group "Images":
        - button "Open image 1"
        - button "Open image 2"
      - time: Expires in (time)
      - button "Download ZIP"
      - link "View all images":
        - /url: "?gallery=(id)"
      - button "Delete"
      - button "More actions""
  `);
  await expectAnnouncedBatch(page, 'Sea', 2);

  await card.getByRole('button', { name: 'Open image 1' }).click();
  const viewer = page.getByRole('dialog');
  await viewer.locator('img[src^="blob:"]').waitFor();
  await viewer.getByRole('button', { name: 'Compare' }).click();
  await viewer.getByRole('img', { name: 'one_upscaled.png, before' }).waitFor();
  expect(await readTree(viewer)).toMatchInlineSnapshot(`
    "- dialog "one_upscaled.png":
      - status: one_upscaled.png, image 1 of 2
      - paragraph: one_upscaled.png 1 / 2
      - button "Star"
      - button "Mark for deletion"
      - button "Send to"
      - button "Details" [pressed]
      - button "Compare" [pressed]
      - button "Zoom out" [disabled]
      - button "Fit to window" [disabled]
      - button "Zoom in"
      - button "Full screen"
      - button "Download one_upscaled.png"
      - button "Close"
      - img "one_upscaled.png"
      - img "one_upscaled.png, before"
      - text: Before After
      - slider "Before and after"
      - button "Next image"
      - region "Details":
        - region "Checks"
        - term: Tool
        - definition: Upscale & Enhancement
        - term: Batch
        - definition:
          - link "Sea":
            - /url: /tools/upscale-enhancement#batch-(id)
        - term: Size
        - definition: 96 × 64
        - term: Scale
        - definition: 2x
        - term: Enhanced
        - definition: "No"
        - term: Quality
        - definition: Best
      - group "All pictures":
        - button "Show one_upscaled.png"
        - button "Show two_upscaled.png""
  `);
  await page.keyboard.press('ArrowRight');
  await viewer.getByText('2 / 2').waitFor();
  expect(await takeAnnouncements(page)).toMatchInlineSnapshot(`
    [
      "one_upscaled.png, image 1 of 2",
      "two_upscaled.png, image 2 of 2",
    ]
  `);
  await page.keyboard.press('Escape');
  await viewer.waitFor({ state: 'detached' });
  await deleteBatch(page, card, () => card.getByRole('button', { name: 'Delete' }).click());
  await eventually(() => hasFocus(page.getByRole('region', { name: 'History' }))).toBe(true);
}

/** Selects, removes, starts, renames, views and deletes. */
async function useKeyboard(page: Page) {
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const picture = { name: 'one.png', bytes: await drawPicture() };
  const zone = findDropZone(page);
  // The first stop of the page.
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  await tabTo(page, zone);
  const chooser = await openChooser(page, () => press('Enter'));
  const [first, second] = [picture, { ...picture, name: 'two.png' }];
  await chooser.setFiles(
    [first, second].map(({ name, bytes }) => ({ name, mimeType: 'image/png', buffer: bytes })),
  );
  await waitForCount(page, 2);
  await eventually(() => hasFocus(zone)).toBe(true);
  await tabTo(page, page.getByRole('button', { name: 'Remove one.png' }));
  await press('Enter');
  await waitForCount(page, 1);
  await eventually(() => hasFocus(page.getByRole('button', { name: 'Remove two.png' }))).toBe(true);
  await tabTo(page, page.getByRole('button', { name: 'More options' }));
  await press('Enter');
  await tabTo(page, page.getByRole('radio', { name: '2x' }));
  await press('ArrowRight');
  expect(await page.getByRole('radio', { name: '4x' }).isChecked()).toBe(true);
  await tabTo(page, page.getByRole('switch', { name: 'Enhance' }));
  await press('Space');
  await tabTo(page, findProcess(page));
  await press('Enter');

  const card = findHistory(page).getByRole('article').first();
  await waitForText(card, '4x');
  await waitForText(card, 'Enhanced');
  await waitForText(card, '1/1 completed');
  await tabTo(page, card.getByRole('button', { name: 'Rename' }));
  await press('Enter');
  await card.getByRole('textbox', { name: 'Batch name' }).waitFor();
  await page.keyboard.type('By keyboard');
  await press('Enter');
  await card.getByRole('heading', { name: 'By keyboard' }).waitFor();
  await tabTo(page, card.getByRole('link', { name: 'View all images' }));
  const window = page.context().waitForEvent('page');
  await press('Enter');
  const gallery = await window;
  await tabTo(gallery, gallery.getByRole('button', { name: 'View full size: two_upscaled.png' }));
  await gallery.keyboard.press('Enter');
  await gallery.getByRole('dialog').getByRole('img', { name: 'two_upscaled.png' }).waitFor();
  await gallery.keyboard.press('Escape');
  await gallery.getByRole('dialog').waitFor({ state: 'detached' });
  await gallery.close();

  await tabTo(page, card.getByRole('button', { name: 'Delete' }));
  await press('Enter');
  const question = page.getByRole('dialog', { name: 'Delete Batch' });
  await tabTo(page, question.getByRole('button', { name: 'Delete' }));
  // The page reads the history again once the batch is deleted.
  const reread = page.waitForResponse(`**${BATCHES_CALL}/changes*`);
  await press('Enter');
  await reread;
  await card.getByRole('heading', { name: 'By keyboard' }).waitFor({ state: 'detached' });
}

test('a screen reader follows pictures to the comparison, and all works by keyboard', async () =>
  withPage(
    async (page) => {
      await readForm(page);
      await readBatch(page);
      await useKeyboard(page);
    },
    { path: UPSCALE_PAGE, as: await signIn(newEmail()), arrange: listenToAnnouncements },
  ));
