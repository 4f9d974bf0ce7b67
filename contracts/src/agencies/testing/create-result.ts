import type { KeywordResult } from '../../keyword-generator.ts';

/** A finished image that both agencies would accept with short names. */
export const createResult = (overrides: Partial<KeywordResult> = {}): KeywordResult => {
  const index = overrides.index ?? 0;
  return {
    index,
    fileName: `photo-${index + 1}.jpg`,
    status: 'completed',
    seo_image_title: `Red fox number ${index + 1} in the snow`,
    seo_description: 'A red fox looks for mice in deep snow.',
    keywords: ['red fox', 'snow', 'winter', 'animal', 'wildlife', 'forest', 'cold'],
    category: 1,
    edited: false,
    extension: 'jpg',
    originalUrl: `/api/keyword-generator/batches/batch-1/originals/${index}`,
    previewUrl: `/api/keyword-generator/batches/batch-1/originals/${index}/thumbnail`,
    ...overrides,
  };
};
