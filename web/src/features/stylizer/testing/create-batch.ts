import type { StylizerBatch, StylizerResult } from '@portal/contracts/stylizer';
import { createFacts } from '../../../testing/create-facts.ts';

export function createResult(index: number, status: StylizerResult['status']): StylizerResult {
  const isMade = status === 'completed';
  const base = '/api/stylizer/batches/batch-1';
  return {
    index,
    status,
    fileName: `photo-${index + 1}.jpg`,
    originalImageUrl: `${base}/originals/${index}`,
    originalThumbnailUrl: `${base}/originals/${index}/thumbnail`,
    styledImageUrl: isMade ? `${base}/images/${index}` : null,
    thumbnailUrl: isMade ? `${base}/images/${index}/thumbnail` : null,
  };
}

/** Images and counts follow from the results. */
export function createBatch(overrides: Partial<StylizerBatch> = {}): StylizerBatch {
  const results = overrides.results ?? [createResult(0, 'pending')];
  return {
    ...createFacts(),
    name: '11/21/26, 12:00 PM',
    preset: 'anime',
    images: results.map(({ fileName }) => fileName),
    completedCount: results.filter(({ status }) => status === 'completed').length,
    results,
    originalImageUrl: null,
    styledImageUrl: null,
    folderLink: null,
    ...overrides,
  };
}
