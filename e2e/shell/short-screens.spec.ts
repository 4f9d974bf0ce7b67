import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { eventually } from '../support/generator-page.ts';
import { DESKTOP, PHONE } from '../support/launch-browser.ts';
import { navigate } from '../support/navigate.ts';

const SHORT_SCREENS = {
  'a desktop at 400% zoom': { width: 360, height: 225 },
  'a phone on its side': { width: 640, height: 360 },
};
const PAGES = {
  '/': 'Welcome to the product',
  '/tools/bulk-image-generator': 'Bulk Image Generator',
  '/tools/upscale-enhancement': 'Upscale & Enhancement',
  '/tools/keyword-generator': 'Keyword Generator',
  '/tools/stylizer': 'Stylizer',
  '/library': 'Library',
  '/admin/user-directory': 'User Directory',
  '/admin/cloudinary': 'Storage Cleanup Management',
  '/admin/api': 'API Management',
  '/admin/spend': 'Spend',
};

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

/** Layouts that depend on the viewport are final after two frames. */
async function resize(page: Page, viewport: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(viewport);
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  });
}

test('covers no page on short screens, and keeps its bars in view on taller ones', () =>
  withPage(
    async (page) => {
      for (const [path, title] of Object.entries(PAGES)) {
        await navigate(page, path);
        await page.getByRole('heading', { name: title, level: 1 }).waitFor();
        for (const [screen, viewport] of Object.entries(SHORT_SCREENS)) {
          const name = `${path} on ${screen}`;
          await resize(page, viewport);
          expect(await listCovers(page), name).toEqual([]);
          const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
          expect(scrollWidth, name).toBe(clientWidth);
        }
      }

      await navigate(page, '/tools/bulk-image-generator');
      await page.getByRole('heading', { name: 'Bulk Image Generator', level: 1 }).waitFor();
      await resize(page, PHONE);
      // The header, the jump to the history, the navigation.
      await eventually(() => listCovers(page)).toEqual(['header', 'nav', 'nav']);
      const [submitBar, navigation] = await Promise.all(
        [
          page.getByRole('button', { name: /^Generate \d/ }),
          page.getByRole('navigation', { name: 'Library' }),
        ].map((part) => part.boundingBox()),
      );
      expect(submitBar && submitBar.y + submitBar.height).toBeLessThan(navigation?.y ?? 0);
      await resize(page, DESKTOP);
      // The header, the rail, the form and its prompt.
      await eventually(() => listCovers(page)).toEqual(['header', 'nav', 'section', 'div']);
    },
    { as: 'admin', viewport: SHORT_SCREENS['a desktop at 400% zoom'] },
  ));

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
    { as: 'admin', path: '/admin/cloudinary', viewport: SHORT_SCREENS['a desktop at 400% zoom'] },
  ));
