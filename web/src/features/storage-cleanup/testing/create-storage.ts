import type { CleanupStats, StorageStats } from '@portal/contracts/storage';

export const createCleanupStats = (overrides: Partial<CleanupStats> = {}): CleanupStats => ({
  deletedImages: 0,
  deletedVideos: 0,
  deletedRaw: 0,
  failed: 0,
  durationMs: 1_000,
  continuing: false,
  ...overrides,
});

export const createStorageStats = (overrides: Partial<StorageStats> = {}): StorageStats => ({
  images: 3,
  videos: 1,
  raw: 2,
  totalResources: 6,
  storageBytes: 4096,
  rateLimit: { limit: 500, remaining: 499, resetAt: '2026-11-21T13:00:00.000Z' },
  lastCleanup: null,
  nextCleanupAt: '2026-11-22T02:00:00.000Z',
  running: null,
  byTool: [],
  byAge: [],
  ...overrides,
});
