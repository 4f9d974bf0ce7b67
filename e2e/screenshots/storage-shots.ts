import {
  createCleanupStats,
  createEmptyStats,
  createProgress,
  createStorageStats,
  createSummary,
} from '@portal/contracts/examples/storage';
import type { StorageStats } from '@portal/contracts/storage';
import type { Page } from 'playwright-core';
import { answerWith } from '../support/routes.ts';
import { findPanel, findQuestion, findButton, STATS_CALL, STORAGE_PAGE } from '../cleanup/storage-page.ts';
import type { Shot } from './pages.ts';

const toBytes = (gigabytes: number) => Math.round(gigabytes * 1024 ** 3);

const rateLimit = { limit: 500, remaining: 468, resetAt: '2026-11-21T13:00:00.000Z' };
const night = createSummary({
  at: '2026-11-21T02:03:31.000Z',
  trigger: 'nightly',
  stats: createCleanupStats({ deletedImages: 6210, deletedVideos: 0, deletedRaw: 4, durationMs: 211_000 }),
  extras: { batches: 184, uploads: 1320, documents: 6544 },
});

const stats = createStorageStats({
  images: 18_432,
  videos: 12,
  raw: 37,
  totalResources: 18_481,
  storageBytes: toBytes(21.4),
  bandwidthBytes: toBytes(63),
  credits: { used: 84.4, limit: 225 },
  rateLimit,
  lastCleanup: night,
  byTool: [
    { tool: 'image-generator', bytes: toBytes(9.2), files: 9120 },
    { tool: 'upscale', bytes: toBytes(8.6), files: 3011 },
    { tool: 'keyword-generator', bytes: 0, files: 0 },
    { tool: 'stylizer', bytes: toBytes(3.1), files: 5877 },
  ],
  byAge: [
    { days: 0, bytes: toBytes(8.9), files: 7702 },
    { days: 1, bytes: toBytes(7.4), files: 6480 },
    { days: 2, bytes: toBytes(4.6), files: 3826 },
  ],
});

async function show(page: Page, shown: StorageStats): Promise<void> {
  await answerWith(page, STATS_CALL, { json: shown });
  await page.reload();
  await findPanel(page, 'Last cleanup').waitFor();
}

const shot = (suffix: string, prepare: Shot['prepare']): Shot => ({
  name: `storage-cleanup${suffix}`,
  path: STORAGE_PAGE,
  as: 'admin',
  prepare,
});

export const STORAGE_SHOTS: readonly Shot[] = [
  shot('', (page) => show(page, stats)),
  shot('-question', async (page) => {
    await show(page, stats);
    await findButton(page).click();
    await findQuestion(page).waitFor();
  }),
  shot('-running', (page) =>
    show(page, {
      ...stats,
      rateLimit: { ...rateLimit, remaining: 0 },
      running: createProgress({
        startedAt: '2026-11-21T11:46:00.000Z',
        stats: createCleanupStats({ deletedImages: 11_900, continuing: true }),
        waitsUntil: '2026-11-21T13:00:00.000Z',
      }),
    }),
  ),
  shot('-empty', (page) =>
    show(
      page,
      createEmptyStats({
        rateLimit,
        lastCleanup: createSummary({
          at: '2026-11-21T11:58:00.000Z',
          stats: createCleanupStats({ deletedImages: 18_432, deletedVideos: 12, deletedRaw: 37 }),
        }),
      }),
    ),
  ),
];
