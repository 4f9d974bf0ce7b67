import type { PictureFacts } from '../picture-facts.ts';

export const createPictureFacts = (overrides: Partial<PictureFacts> = {}): PictureFacts => ({
  source: { batchId: 'fox', index: 0, kind: 'result' },
  tool: 'upscale',
  batchName: 'Red fox',
  isStarred: false,
  batchCost: 0,
  batchEstimate: 0,
  isBatchOver: true,
  ...overrides,
});
