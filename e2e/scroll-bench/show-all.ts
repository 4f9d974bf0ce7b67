import type { Page } from 'playwright-core';
import { findCard } from '../support/generator-page.ts';

/** Expands each card's strip of images, then scrolls to the top. */
export async function expandAll(page: Page, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const card = findCard(page, id);
    await card.evaluate((element) => element.scrollIntoView());
    await card.getByRole('button', { name: /^Show \d+ more$/ }).click();
  }
  await page.evaluate(() => window.scrollTo(0, 0));
}

/** Scrolls to each picture until it has loaded or failed. */
export async function countShown(
  page: Page,
  ids: readonly string[],
): Promise<{ shown: number; failed: number }> {
  const total = { shown: 0, failed: 0 };
  for (const id of ids) {
    const { shown, failed } = await findCard(page, id).evaluate(async (card) => {
      const giveUpAt = Date.now() + 30_000;
      const cells = [...card.querySelectorAll('button[aria-label^="Open image"]')];
      const isLoading = (cell: Element) =>
        cell.querySelector('[role=img]') === null && cell.querySelector('img')?.complete !== true;
      let shown = 0;
      for (const cell of cells) {
        cell.scrollIntoView({ block: 'center' });
        while (isLoading(cell) && Date.now() < giveUpAt) await new Promise(requestAnimationFrame);
        if ((cell.querySelector('img')?.naturalWidth ?? 0) > 0) shown += 1;
      }
      return { shown, failed: cells.length - shown };
    });
    total.shown += shown;
    total.failed += failed;
  }
  return total;
}
