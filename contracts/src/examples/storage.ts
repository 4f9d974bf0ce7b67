/** Storage statistics as the server would answer them, for tests and pictures of the pages. */
import type { CleanupProgress, CleanupStats, CleanupSummary, StorageStats } from '../storage.ts';

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
