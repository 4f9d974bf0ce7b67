import type { Agency } from '@portal/contracts/agencies/agency';
import type { Rejection } from '@portal/contracts/agencies/find-rejections';
import { fixTexts } from '@portal/contracts/agencies/fix-texts';
import type { KeywordBatch, KeywordTexts } from '@portal/contracts/keyword-generator';

/** New texts for one image. */
export interface TextChange {
  index: number;
  texts: KeywordTexts;
}

/** New texts for the images whose problems they would fix. */
export function suggestFixes(
  { results, language }: Pick<KeywordBatch, 'results' | 'language'>,
  rejections: readonly Rejection[],
  agency: Agency,
): TextChange[] {
  const fixable = new Set(
    rejections
      .filter(({ problems }) => problems.some(({ fix }) => fix === 'texts'))
      .map(({ index }) => index),
  );
  return results
    .filter(({ index }) => fixable.has(index))
    .map((result) => ({ index: result.index, texts: fixTexts(result, agency, language) }));
}
