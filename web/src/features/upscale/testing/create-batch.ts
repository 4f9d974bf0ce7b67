import type { UpscaleBatch, UpscaleResult } from '@portal/contracts/upscale';
import { createUpscaleBatch } from '../../../testing/create-upscale.ts';

/** A batch that has just started. */
export const createBatch = (overrides: Partial<UpscaleBatch> = {}): UpscaleBatch =>
  createUpscaleBatch({
    name: '11/21/26, 12:00 PM',
    status: 'processing',
    endedAt: null,
    totalImages: 3,
    processedImages: 0,
    ...overrides,
  });

export const createResult = (index: number, overrides: Partial<UpscaleResult> = {}): UpscaleResult => ({
  index,
  success: true,
  originalFileName: `photo-${index}.png`,
  originalUrl: `/api/upscale/batches/batch-1/originals/${index}`,
  enhancedUrl: `/api/upscale/batches/batch-1/images/${index}`,
  thumbnailUrl: `/api/upscale/batches/batch-1/images/${index}/thumbnail`,
  width: 2400,
  height: 1600,
  bytes: 1_000_000,
  ...overrides,
});
