/** Failed work as the server would answer it, for tests of the pages. */
import type { FailedWork } from '../failed-work.ts';

export const createFailedWork = (overrides: Partial<FailedWork> = {}): FailedWork => ({
  id: 'b1~uncertain',
  kind: 'uncertain',
  batchId: 'b1',
  batchName: 'Red fox',
  tool: 'image-generator',
  ownerEmail: 'ada@studio.example',
  at: '2026-11-21T12:00:00.000Z',
  items: 2,
  reasons: ['Connection lost.'],
  cost: 0.08,
  retryCost: 0.06,
  ...overrides,
});
