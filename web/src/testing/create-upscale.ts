import type { BatchImage } from '@portal/contracts/batch-calls';
import { upscaleCalls, type UpscaleBatch } from '@portal/contracts/upscale';
import { makeImageTool } from '../pictures/batches/batch-tool.ts';
import { createFacts } from './create-facts.ts';

/** A tool with batches of images. */
export const upscaleTool = makeImageTool<UpscaleBatch>({
  name: 'upscale',
  calls: upscaleCalls,
  findPollInterval: () => false,
  readName: ({ name }) => name,
  readProgress: ({ processedImages, totalImages }) => ({ done: processedImages, total: totalImages }),
  readNote: ({ scale }) => `Upscale, ${scale}x`,
  readSettings: ({ scale }) => [['Scale', `${scale}x`]],
  filters: [
    { name: 'scale', label: 'Scale', read: ({ scale }) => String(scale), describe: (scale) => `${scale}x` },
  ],
  zipSuffix: '_upscaled_images.zip',
});

/** A batch that is done. */
export const createUpscaleBatch = (overrides: Partial<UpscaleBatch> = {}): UpscaleBatch => ({
  ...createFacts({ status: 'completed', endedAt: '2026-11-21T12:01:00.000Z' }),
  name: 'Red fox',
  scale: 2,
  enhance: false,
  quality: 'best',
  engine: 'on-device',
  totalImages: 2,
  processedImages: 2,
  results: [],
  folderLink: null,
  ...overrides,
});

export const createBatchImage = (index: number, overrides: Partial<BatchImage> = {}): BatchImage => ({
  index,
  fileName: `fox_${index + 1}.png`,
  webUrl: `/api/upscale/batches/batch-1/images/${index}`,
  thumbnailUrl: `/api/upscale/batches/batch-1/images/${index}/thumbnail`,
  width: 40,
  height: 30,
  bytes: 900,
  ...overrides,
});
