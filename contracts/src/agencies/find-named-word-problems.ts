import type { KeywordTexts } from '../keyword-generator.ts';
import { findNamedWords } from '../words/find-named-words.ts';
import type { Agency } from './agency.ts';
import type { TextProblem } from './find-text-problems.ts';

interface Mark {
  readonly isMadeByAi?: boolean | undefined;
}

export interface JudgedTexts extends KeywordTexts, Mark {}

/** Names in the texts of one image. The agency that refuses them does so in titles and keywords. */
export function findNamedWordProblems(
  texts: JudgedTexts,
  agency: Pick<Agency, 'name' | 'refusesNames'>,
): TextProblem[] {
  const isRefused = areNamesRefused(texts, agency);
  const describe = (
    kind: TextProblem['kind'],
    field: string,
    parts: readonly string[],
    isRefusal: boolean,
  ): TextProblem[] => {
    const names = [...new Set(parts.flatMap((part) => findNames(part, texts)))].map((name) => `“${name}”`);
    if (names.length === 0) return [];
    const listed = `${names.join(', ')}.`;
    return isRefusal
      ? [
          {
            kind,
            message: `${agency.name} refuses AI pictures with these names in ${field}: ${listed}`,
            isRefusal,
          },
        ]
      : [{ kind, message: `Names in ${field} that agencies may refuse: ${listed}` }];
  };
  return [
    ...describe('title-names', 'the title', [texts.seo_image_title], isRefused),
    ...describe('description-names', 'the description', [texts.seo_description], false),
    ...describe('keyword-names', 'keywords', texts.keywords, isRefused),
  ];
}

/** Whether a name in the title or the keywords leaves the picture out. */
export const areNamesRefused = (
  { isMadeByAi = false }: Mark,
  { refusesNames }: Pick<Agency, 'refusesNames'>,
): boolean => isMadeByAi && refusesNames;

/** What is forbidden only for AI pictures may be in a photograph. */
export const findNames = (text: string, { isMadeByAi = false }: Mark): string[] =>
  findNamedWords(text)
    .filter(({ kind }) => isMadeByAi || kind !== 'forbidden')
    .map(({ word }) => word);
