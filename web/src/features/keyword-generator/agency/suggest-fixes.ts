import type { KeywordBatch, KeywordTexts } from '@portal/contracts/keyword-generator';
import { AGENCIES, type AgencyId } from '../exports/agencies.ts';
import type { Refusal } from '../exports/find-rejections.ts';
import { mendTexts } from '../exports/fix-texts.ts';

/** Other texts of a picture. */
export interface Change {
  index: number;
  texts: KeywordTexts;
}

/** Of what can be put right by other texts. */
export function proposeMends(
  { results, language }: Pick<KeywordBatch, 'results' | 'language'>,
  refusals: readonly Refusal[],
  agencyId: AgencyId,
): Change[] {
  const mendable = new Set(
    refusals.filter(({ problems }) => problems.some(({ fix }) => fix === 'texts')).map(({ index }) => index),
  );
  return results
    .filter(({ index }) => mendable.has(index))
    .map((result) => ({ index: result.index, texts: mendTexts(result, AGENCIES[agencyId], language) }));
}
