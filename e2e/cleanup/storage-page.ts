/** Page object of the storage cleanup. */
import {
  getStorageStats,
  runCleanup,
  type CleanupProgress,
  type CleanupStats,
  type CleanupSummary,
  type StorageStats,
} from '@portal/contracts/storage';
import type { Locator, Page } from 'playwright-core';
import type { PageOptions } from '../support/browser.ts';
import { EIGHT } from '../support/polled-history.ts';

export const STORAGE_PAGE = '/admin/cloudinary';
export const STATS_CALL = getStorageStats.path;
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

export const createCleanupStats = (overrides: Partial<CleanupStats> = {}): CleanupStats => ({
  deletedImages: 1204,
  deletedVideos: 3,
  deletedRaw: 1,
  failed: 0,
  durationMs: 250_000,
  continuing: false,
  ...overrides,
});

const NO_EXTRAS = { batches: 0, uploads: 0, documents: 0 };

export const createSummary = (overrides: Partial<CleanupSummary> = {}): CleanupSummary => ({
  at: '2026-11-21T07:10:00.000Z',
  trigger: 'manual',
  outcome: 'finished',
  stats: createCleanupStats(),
  extras: NO_EXTRAS,
  ...overrides,
});

export const createProgress = (overrides: Partial<CleanupProgress> = {}): CleanupProgress => ({
  trigger: 'manual',
  startedAt: '2026-11-21T07:57:30.000Z',
  stats: createCleanupStats({ continuing: true }),
  extras: NO_EXTRAS,
  waitsUntil: null,
  ...overrides,
});

const KB = 1024;
const TOOLS = ['image-generator', 'upscale', 'keyword-generator', 'stylizer'] as const;

export const createStorageStats = (overrides: Partial<StorageStats> = {}): StorageStats => ({
  images: 1830,
  videos: 4,
  raw: 2,
  totalResources: 1836,
  storageBytes: 3 * 1024 * 1024 * KB,
  bandwidthBytes: 512 * 1024 * KB,
  credits: { used: 5.25, limit: 25 },
  rateLimit: { limit: 500, remaining: 431, resetAt: '2026-11-21T09:00:00.000Z' },
  lastCleanup: createSummary(),
  nextCleanupAt: '2026-11-22T02:00:00.000Z',
  running: null,
  byTool: TOOLS.map((tool, index) => ({ tool, bytes: (4 - index) * 100 * KB, files: (4 - index) * 100 })),
  byAge: [0, 1, 2].map((days) => ({ days, bytes: (3 - days) * 200 * KB, files: 3 - days })),
  ...overrides,
});

/** Nothing is stored, and no cleanup has run yet. */
export const createEmptyStats = (overrides: Partial<StorageStats> = {}): StorageStats => {
  const { byTool, byAge, bandwidthBytes: _, credits: __, ...stats } = createStorageStats();
  const none = { bytes: 0, files: 0 };
  return {
    ...stats,
    images: 0,
    videos: 0,
    raw: 0,
    totalResources: 0,
    storageBytes: 0,
    lastCleanup: null,
    byTool: byTool.map(({ tool }) => ({ tool, ...none })),
    byAge: byAge.map(({ days }) => ({ days, ...none })),
    ...overrides,
  };
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
