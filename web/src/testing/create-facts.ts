import type { BatchFacts } from '@portal/contracts/batches';

export const createFacts = (overrides: Partial<BatchFacts> = {}): BatchFacts => ({
  id: 'batch-1',
  status: 'processing',
  createdAt: '2026-11-21T12:00:00.000Z',
  expiresAt: '2026-11-24T12:00:00.000Z',
  startedAt: '2026-11-21T12:00:00.000Z',
  endedAt: null,
  cancelledAt: null,
  failedCount: 0,
  uncertainCount: 0,
  cancelledCount: 0,
  failures: [],
  runningItems: [],
  cost: 0,
  estimate: 0,
  retryable: { failed: 0, uncertain: 0 },
  filesDeleted: false,
  ...overrides,
});
