/** What the first screen of a tool shows. */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import * as histories from '../accessibility/tool-histories.ts';
import { withPage } from '../support/browser.ts';
import {
  eventually,
  findChoice,
  findHistory,
  findPrompt,
  GENERATOR_PAGE,
} from '../support/generator-page.ts';
import { drawPictures, STYLIZER_PAGE } from '../support/stylizer-page.ts';
import { choosePictures, waitForCount } from '../support/uploads-page.ts';

const MAX_TOP_PX = 330;
const MAX_PHONE_TOP_PX = 350;
const SMALL_PHONE = { width: 360, height: 780 };

const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Infinity;
const bottomOf = async (part: Locator) => {
  const box = await part.boundingBox();
  return box ? box.y + box.height : Infinity;
};

test.each(['bulk-image-generator', 'upscale-enhancement', 'keyword-generator', 'stylizer'])(
  'the first picture in the history of %s is in the upper half',
  (tool) =>
    withPage(
      async (page) => {
        const strip = findHistory(page).getByRole('group', { name: 'Images' }).first();
        await strip.waitFor();
        await page.getByRole('searchbox', { name: 'Search history' }).waitFor();
        expect(await topOf(strip)).toBeLessThan(MAX_TOP_PX);
        await page.setViewportSize(SMALL_PHONE);
        await page.getByRole('button', { name: /^History/ }).click();
        await eventually(() => topOf(strip)).toBeLessThan(MAX_PHONE_TOP_PX);
        const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
        expect(scrollWidth).toBe(clientWidth);
      },
      {
        as: 'artist',
        path: `/tools/${tool}`,
        arrange: (page) => histories.serve(page),
        expectedErrors: [/404/],
      },
    ),
);

test('keeps the prompt in view while the other fields scroll', () =>
  withPage(
    async (page) => {
      await page.getByRole('button', { name: 'Output format' }).click();
      const submitBar = page.getByRole('status', { name: 'Estimated cost' });
      await eventually(() => bottomOf(findChoice(page, 'Output format', 'PNG'))).toBeLessThan(
        await topOf(submitBar),
      );
      await findChoice(page, 'Quality', 'Low').focus();
      expect(await topOf(findPrompt(page))).toBeGreaterThan(0);
      expect(await topOf(findChoice(page, 'Quality', 'Low'))).toBeGreaterThan(
        await bottomOf(findPrompt(page)),
      );
    },
    { as: 'artist', path: GENERATOR_PAGE },
  ));

test('shows all styles on a laptop, and the first one high up on a phone', () =>
  withPage(
    async (page) => {
      const names = page.getByRole('radiogroup', { name: 'Style' }).locator('label > span:last-of-type');
      await names.first().waitFor();
      expect(await names.count()).toBe(9);
      // Above the fade, also with pictures.
      const end = async () => (await topOf(page.getByText('Missing:'))) - (await bottomOf(names.last()));
      expect(await end()).toBeGreaterThan(30);
      await choosePictures(page, await drawPictures('one.png', 'two.png'));
      await waitForCount(page, 2);
      await eventually(end).toBeGreaterThan(30);
      await page.getByRole('button', { name: 'Clear All' }).click();
      await page.setViewportSize(SMALL_PHONE);
      await eventually(() => topOf(page.locator('[data-preset] img').first())).toBeLessThan(MAX_PHONE_TOP_PX);
      expect(await names.first().isVisible()).toBe(true);
    },
    { as: 'artist', path: STYLIZER_PAGE },
  ));
