import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { eventually } from '../support/generator-page.ts';
import { UNDECODABLE } from '../support/hostile-pictures.ts';
import { KEYWORD_PAGE } from '../support/keyword-page.ts';
import { drawPicture } from '../support/pictures.ts';
import { STYLIZER_PAGE } from '../support/stylizer-page.ts';
import { choosePictures, findRow, openTool, waitForCount } from '../support/uploads-page.ts';
import { UPSCALE_PAGE } from '../support/upscale-page.ts';

const VIEWPORTS = [
  { width: 1280, height: 800 },
  { width: 360, height: 800 },
];

const findMore = (page: Page): Locator => page.getByRole('button', { name: 'More options' });
const TOOLS: Record<string, (page: Page) => Locator> = {
  [UPSCALE_PAGE]: findMore,
  [KEYWORD_PAGE]: findMore,
  [STYLIZER_PAGE]: (page) => page.getByRole('radio').first().locator('..'),
};

/** Neither scrolled out of view nor covered. */
const isOnScreen = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 16));
    return hit !== null && element.contains(hit);
  });

async function chooseForty(page: Page) {
  const bytes = await drawPicture();
  await choosePictures(
    page,
    Array.from({ length: 40 }, (_, index) => ({ name: `photo ${index}.png`, bytes })),
  );
  await waitForCount(page, 40);
}

test('tools keep options visible beside 40 files; unknown types have a neutral preview [T5.4.2, D-file-types.2]', () =>
  withPage(
    async (page) => {
      for (const [path, findOption] of Object.entries(TOOLS)) {
        await openTool(page, path);
        if (path === KEYWORD_PAGE) await choosePreviewless(page);
        await chooseForty(page);
        for (const viewport of VIEWPORTS) {
          await page.setViewportSize(viewport);
          await page.evaluate(() => scrollTo(0, 0));
          await eventually(() => isOnScreen(findOption(page)), `${path}, ${viewport.width} px`).toBe(true);
          if (path === KEYWORD_PAGE) await expandOptions(page);
        }
      }
    },
    { as: 'artist' },
  ));

/** Types that the browser cannot display. */
async function choosePreviewless(page: Page) {
  const png = await drawPicture();
  const pictures = [
    { name: 'photo.png', bytes: png },
    { name: 'scan.tif', bytes: await sharp(png).tiff().toBuffer() },
    { name: 'screen.avif', bytes: await sharp(png).avif().toBuffer() },
    ...UNDECODABLE.map(({ name, bytes }) => ({ name, bytes })),
    { name: 'broken.tif', bytes: Buffer.from('no picture') },
  ];
  await choosePictures(page, pictures);
  await waitForCount(page, pictures.length);
  await findRow(page, 'photo.png').locator('img').waitFor();
  await findRow(page, 'broken.tif')
    .getByText(/^may not be an image · /)
    .waitFor();
  for (const name of ['scan.tif', 'screen.avif', ...UNDECODABLE.map((file) => file.name)]) {
    const row = findRow(page, name);
    await row.locator('svg.lucide-image').waitFor();
    expect(await row.getByText('may not be an image').count()).toBe(0);
  }
  await page.getByRole('button', { name: 'Clear All', exact: true }).click();
}

/** What "More options" opens is scrolled into view. */
async function expandOptions(page: Page) {
  const more = findMore(page);
  await more.click();
  for (const name of ['Context for the whole batch', 'Words that must appear'])
    await eventually(() => isOnScreen(page.getByRole('textbox', { name })), name).toBe(true);
  await more.click();
}
