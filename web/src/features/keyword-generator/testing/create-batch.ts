import type { KeywordBatch } from '@portal/contracts/keyword-generator';
import { createFacts } from '../../../testing/create-facts.ts';
import { createResult } from '@portal/contracts/agencies/testing/create-result';

/** Images and counts follow from the results. */
export function createBatch(overrides: Partial<KeywordBatch> = {}): KeywordBatch {
  const results = overrides.results ?? [createResult()];
  return {
    ...createFacts(),
    name: '11/21/26, 12:00 PM',
    status: 'processing',
    progress: 0,
    context: '',
    mustAppear: [],
    mustNotAppear: [],
    keywordCount: 50,
    language: 'English',
    images: results.map(({ fileName }) => fileName),
    completedCount: results.filter(({ status }) => status === 'completed').length,
    results,
    failedItems: [],
    ...overrides,
  };
}
