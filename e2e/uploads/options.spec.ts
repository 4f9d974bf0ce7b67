import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { drawPicture } from '../support/pictures.ts';
import { choosePictures, waitForCount } from '../support/uploads-page.ts';

const VIEWPORTS = [
  { width: 1280, height: 800 },
  { width: 360, height: 800 },
];

const TOOLS: Record<string, (page: Page) => Locator> = {
  '/tools/upscale-enhancement': (page) => page.getByRole('radio', { name: '4x' }).locator('..'),
  '/tools/keyword-generator': (page) => page.getByRole('button', { name: 'More options' }),
  '/tools/stylizer': (page) => page.getByRole('radio').first().locator('..'),
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

const cases = Object.entries(TOOLS).flatMap(([path, findOption]) =>
  VIEWPORTS.map((viewport) => ({ path, findOption, viewport })),
);

test.each(cases)('$path keeps its options visible beside 40 files, $viewport', (each) =>
  withPage(
    async (page) => {
      await chooseForty(page);
      expect(await isOnScreen(each.findOption(page))).toBe(true);
    },
    { as: 'artist', ...each },
  ),
);

test.each(VIEWPORTS)('"More options" scrolls what it opens into view, %o', (viewport) =>
  withPage(
    async (page) => {
      await chooseForty(page);
      await page.getByRole('button', { name: 'More options' }).click();
      expect(await isOnScreen(page.getByRole('textbox', { name: 'Context for the whole batch' }))).toBe(true);
      expect(await isOnScreen(page.getByRole('textbox', { name: 'Words that must appear' }))).toBe(true);
    },
    { as: 'artist', path: '/tools/keyword-generator', viewport },
  ),
);
