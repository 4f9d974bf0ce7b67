/** Page object of the storage cleanup. */
import { createCleanupStats, createStorageStats } from '@portal/contracts/examples/storage';
import { getStorageStats, runCleanup, type StorageStats } from '@portal/contracts/storage';
import type { Locator, Page } from 'playwright-core';
import type { PageOptions } from '../support/browser.ts';
import { EIGHT } from '../support/page-clock.ts';

export const STORAGE_PAGE = '/admin/cloudinary';
const STATS_CALL = getStorageStats.path;
export const CLEANUP_CALL = runCleanup.path;

export const findButton = (page: Page): Locator =>
  page.getByRole('main').getByRole('button', { name: /^(Run Manual Cleanup|Running Cleanup\.\.\.)$/ });
export const findQuestion = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Run manual cleanup?', exact: true });
export const findPanel = (page: Page, title: string): Locator =>
  page.getByRole('region', { name: title, exact: true });

export const findTypedWord = (page: Page): Locator =>
  findQuestion(page).getByRole('textbox', { name: 'Type DELETE to confirm' });

/** Clicks the button, types the word and confirms. */
export async function startCleanup(page: Page): Promise<void> {
  await findButton(page).click();
  await findTypedWord(page).fill('DELETE');
  await findQuestion(page).getByRole('button', { name: 'Delete all files' }).click();
  await findQuestion(page).waitFor({ state: 'detached' });
}

/** Labels and values of the tiles or of a panel. */
export const readFacts = async (list: Locator): Promise<Record<string, string>> =>
  Object.fromEntries(
    await list.locator('dl > *').evaluateAll((facts) =>
      facts.map((fact) => {
        const [name = '', ...values] = [...fact.children].map(({ textContent }) => textContent.trim());
        return [name, values.join(' ')];
      }),
    ),
  );
export const findTiles = (page: Page): Locator => findPanel(page, 'Storage statistics');
export const readTiles = (page: Page) => readFacts(findTiles(page));

/** The text of each bar of a chart. */
export const readBars = async (page: Page, title: string): Promise<string[]> => {
  const bars = await findPanel(page, title).getByRole('listitem').allInnerTexts();
  return bars.map((bar) => bar.replaceAll(/\s+/g, ' ').trim());
};

/** Mocks the server's responses, which a test may change later; the page's clock starts at 8:00. */
export function serveStorage(stats: StorageStats = createStorageStats()) {
  const storage = {
    stats,
    /** The status of the statistics call. */
    status: 200,
    reads: 0,
    /** The response to a manual cleanup. */
    answer: { status: 200, json: { success: true, stats: createCleanupStats() } as unknown },
    /** Request bodies of manual cleanups. */
    cleanups: [] as (string | null)[],
  };
  const options: PageOptions = {
    as: 'admin',
    path: STORAGE_PAGE,
    arrange: async (page) => {
      await page.clock.install({ time: EIGHT });
      await page.route(`**${STATS_CALL}`, (route) => {
        storage.reads += 1;
        const { status } = storage;
        return route.fulfill({ status, json: status === 200 ? storage.stats : {} });
      });
      await page.route(`**${CLEANUP_CALL}`, (route) => {
        storage.cleanups.push(route.request().postData());
        return route.fulfill(storage.answer);
      });
    },
  };
  return { storage, options };
}
