import type { LibraryBatch, LibraryPicture } from '@portal/contracts/library';

export const createLibraryPicture = (overrides: Partial<LibraryPicture> = {}): LibraryPicture => ({
  index: 0,
  kind: 'result',
  fileName: 'Red_fox_001.png',
  url: '/api/upscale/batches/batch-1/images/0',
  thumbnailUrl: '/api/upscale/batches/batch-1/images/0/thumbnail',
  width: 40,
  height: 30,
  bytes: 900,
  isStarred: false,
  ...overrides,
});

export function createLibraryBatch(overrides: Partial<LibraryBatch> = {}): LibraryBatch {
  const now = Date.now();
  return {
    id: 'batch-1',
    tool: 'upscale',
    name: 'Red fox',
    prompt: null,
    provider: null,
    model: null,
    status: 'completed',
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + 3 * 24 * 60 * 60 * 1000).toISOString(),
    endedAt: new Date(now).toISOString(),
    cancelledAt: null,
    filesDeleted: false,
    total: 1,
    doneCount: 1,
    failedCount: 0,
    cost: 0,
    estimate: 0,
    pictures: [],
    ...overrides,
  };
}
