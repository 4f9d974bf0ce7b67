import type { Page } from 'playwright-core';
import { GENERATOR_PAGE } from '../support/generator-page.ts';
import { JOBS_PAGE } from '../support/job-pages.ts';
import { countShown, expandAll } from './show-all.ts';

export interface ScrolledPage {
  title: string;
  pictures: number;
  path: string;
  /** Waits for the pictures, at the top of the page. */
  prepare: (page: Page) => Promise<void>;
  /** Scrolls to each picture until it has loaded or failed. */
  countShown: (page: Page) => Promise<{ shown: number; failed: number }>;
}

export const historyOf = (ids: readonly string[]): ScrolledPage => ({
  title: 'History',
  pictures: 2000,
  path: GENERATOR_PAGE,
  prepare: (page) => expandAll(page, ids),
  countShown: (page) => countShown(page, ids),
});

export const LIBRARY: ScrolledPage = {
  title: 'Library',
  pictures: 2000,
  path: '/library',
  prepare: (page) => page.locator('button[aria-pressed] img').first().waitFor(),
  countShown: (page) => countWhileScrolling(page, 'button[aria-pressed][id^="picture-"]'),
};

/** Prompts and models side by side. */
export const jobOf = (id: string): ScrolledPage => ({
  title: 'Job',
  pictures: 1000,
  path: `${JOBS_PAGE}/${id}`,
  prepare: (page) => page.locator('[role=gridcell] img').first().waitFor(),
  countShown: (page) => countWhileScrolling(page, '[role=gridcell][id]'),
});

const countWhileScrolling = (page: Page, selector: string): Promise<{ shown: number; failed: number }> =>
  page.evaluate(async (cellsOf) => {
    const shown = new Set<string>();
    const failed = new Set<string>();
    const nextFrame = () => new Promise(requestAnimationFrame);
    const { documentElement } = document;
    for (let top = 0; top < documentElement.scrollHeight; top += innerHeight / 2) {
      window.scrollTo(0, top);
      await nextFrame();
      await nextFrame();
      const giveUpAt = Date.now() + 30_000;
      const cells = [...document.querySelectorAll(cellsOf)];
      for (const cell of cells) {
        const find = () => cell.querySelector('img');
        while (find()?.complete !== true && !cell.querySelector('[role=img]') && Date.now() < giveUpAt)
          await nextFrame();
        ((find()?.naturalWidth ?? 0) > 0 ? shown : failed).add(cell.id);
      }
    }
    window.scrollTo(0, 0);
    return { shown: shown.size, failed: failed.size };
  }, selector);
