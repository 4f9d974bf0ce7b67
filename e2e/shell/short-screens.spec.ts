import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { DESKTOP, PHONE } from '../support/launch-browser.ts';

const SCREENS = {
  'a desktop at 400% zoom': { width: 360, height: 225 },
  'a phone on its side': { width: 640, height: 360 },
};
const PAGES = [
  '/',
  '/tools/bulk-image-generator',
  '/tools/upscale-enhancement',
  '/tools/keyword-generator',
  '/tools/stylizer',
  '/admin/user-directory',
  '/admin/cloudinary',
  '/admin/api',
];

/** Fixed elements, except for toasts. */
const listCovers = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('#root *:not(ol[tabindex])')]
      .filter((element) => {
        const { position, bottom } = getComputedStyle(element);
        const { width, height, top } = element.getBoundingClientRect();
        const expectVisible = width > 1 && height > 1 && top > -height;
        return expectVisible && (position === 'sticky' || (position === 'fixed' && bottom === '0px'));
      })
      .map((element) => element.tagName.toLowerCase()),
  );

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test.each(PAGES)(`does not cover %s on ${screen}`, (path) =>
    withPage(
      async (page) => {
        await page.getByRole('heading', { level: 1 }).waitFor();
        expect(await listCovers(page)).toEqual([]);
        const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
        expect(scrollWidth).toBe(clientWidth);
      },
      { as: 'admin', path, viewport },
    ),
  );
}

test.each([
  ['the header and the submit bar', PHONE, ['header', 'div']],
  ['the header and the form', DESKTOP, ['header', 'section']],
])('keeps %s in view on taller screens', (_parts, viewport, covers) =>
  withPage(
    async (page) => {
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await listCovers(page)).toEqual(covers);
    },
    { as: 'artist', path: '/tools/bulk-image-generator', viewport },
  ),
);

test('shows all of a dialog on a short screen by scrolling it as a whole', () =>
  withPage(
    async (page) => {
      await page.getByRole('button', { name: 'Run Manual Cleanup' }).click();
      const dialog = page.getByRole('dialog');
      const content = dialog.getByText(/cannot be undone/);
      const { height } = (await content.boundingBox()) ?? { height: 0 };
      const own = await content.evaluate(({ scrollHeight, parentElement }) => ({
        scrollHeight,
        frame: parentElement?.clientHeight ?? 0,
      }));
      expect(height).toBe(own.scrollHeight);
      expect(own.frame).toBeGreaterThanOrEqual(own.scrollHeight);
      await page.keyboard.press('Escape');
    },
    { as: 'admin', path: '/admin/cloudinary', viewport: SCREENS['a desktop at 400% zoom'] },
  ));
