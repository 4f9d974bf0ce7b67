import type { GenerationBatch } from '@portal/contracts/image-generator';
import { createFacts } from '../../../testing/create-facts.ts';

export const createBatch = (overrides: Partial<GenerationBatch> = {}): GenerationBatch => ({
  ...createFacts(),
  customName: 'Nov 21, 2026, 12:00 PM',
  prompt: 'A red fox',
  requestedCount: 12,
  completedCount: 0,
  provider: 'openai',
  model: 'gpt-image-1',
  generatedImages: [],
  thumbnailUrl: null,
  folderLink: null,
  ...overrides,
});
