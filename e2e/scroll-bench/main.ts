/** `npm run bench -- scroll`: scrolls 20 batches of 100 images, in the history and in the Library. */
import type { Page } from 'playwright-core';
import { newEmail, signIn } from '../support/accounts.ts';
import { findCard, GENERATOR_PAGE } from '../support/generator-page.ts';
import { launchBrowser } from '../support/launch-browser.ts';
import { fillHistory } from './fill-history.ts';
import { measureScrolling } from './measure-scrolling.ts';

const BATCHES = 20;

const artist = await signIn(newEmail());
const ids = await fillHistory(artist, BATCHES);
const browser = await launchBrowser();

/** Expands each card's strip of images, then scrolls to the top. */
async function expandAll(page: Page): Promise<void> {
  for (const id of ids) {
    const card = findCard(page, id);
    await card.evaluate((element) => element.scrollIntoView());
    await card.getByRole('button', { name: /^Show \d+ more$/ }).click();
  }
  await page.evaluate(() => window.scrollTo(0, 0));
}

try {
  await measureScrolling(browser, artist, {
    title: 'History',
    path: GENERATOR_PAGE,
    cells: 'button[aria-label^="Open image"]',
    prepare: expandAll,
  });
  await measureScrolling(browser, artist, {
    title: 'Library',
    path: '/library',
    cells: 'button[aria-pressed][id^="picture-"]',
    prepare: (page) => page.locator('button[aria-pressed] img').first().waitFor(),
  });
} finally {
  await browser.close();
}
