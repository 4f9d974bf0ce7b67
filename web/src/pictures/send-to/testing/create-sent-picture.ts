import type { SentPicture } from '../sent-pictures.ts';

export const createSentPicture = (
  index: number,
  { batchId = 'batch-a', ...overrides }: Partial<SentPicture> & { batchId?: string } = {},
): SentPicture => ({
  from: { batchId, index, kind: 'result' },
  fileName: `fox_${index + 1}.png`,
  thumbnailUrl: `/api/image-generator/batches/${batchId}/images/${index}/thumbnail`,
  width: 1024,
  height: 768,
  tool: 'image-generator',
  batchName: 'Fox in the snow',
  ...overrides,
});
