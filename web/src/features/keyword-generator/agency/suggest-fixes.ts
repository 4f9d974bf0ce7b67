import type { KeywordBatch, KeywordTexts } from '@portal/contracts/keyword-generator';
import { AGENCIES, type AgencyId } from '../exports/agencies.ts';
import type { Rejection } from '../exports/find-rejections.ts';
import { fixTexts } from '../exports/fix-texts.ts';

/** New texts for one image. */
export interface TextChange {
  index: number;
  texts: KeywordTexts;
}

/** New texts for the images whose problems they would fix. */
export function suggestFixes(
  { results, language }: Pick<KeywordBatch, 'results' | 'language'>,
  rejections: readonly Rejection[],
  agencyId: AgencyId,
): TextChange[] {
  const fixable = new Set(
    rejections
      .filter(({ problems }) => problems.some(({ fix }) => fix === 'texts'))
      .map(({ index }) => index),
  );
  return results
    .filter(({ index }) => fixable.has(index))
    .map((result) => ({ index: result.index, texts: fixTexts(result, AGENCIES[agencyId], language) }));
}
