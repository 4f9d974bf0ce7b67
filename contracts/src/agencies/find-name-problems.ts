import type { KeywordTexts } from '../keyword-generator.ts';
import { findNamedWords, type NamedWord } from '../words/find-named-words.ts';
import type { Agency } from './agency.ts';
import type { TextProblem } from './find-text-problems.ts';

export interface JudgedTexts extends KeywordTexts {
  readonly isMadeByAi?: boolean | undefined;
}

type Judge = Pick<Agency, 'name' | 'refusesNames'>;

/** Names in the texts of one image. The agency that refuses them does so only in titles and keywords. */
export function findNameProblems(texts: JudgedTexts, agency: Judge): TextProblem[] {
  const list = (kind: TextProblem['kind'], field: string, parts: readonly string[]): TextProblem[] => {
    const names = [...new Set(parts.flatMap((part) => findNames(part, texts)))].map((name) => `“${name}”`);
    if (names.length === 0) return [];
    return kind !== 'description-names' && areNamesRefused(texts, agency)
      ? [
          {
            kind,
            message: `${agency.name} refuses AI pictures with these names in ${field}: ${names.join(', ')}.`,
            isRefusal: true,
          },
        ]
      : [{ kind, message: `Names in ${field} that agencies may refuse: ${names.join(', ')}.` }];
  };
  return [
    ...list('title-names', 'the title', [texts.seo_image_title]),
    ...list('description-names', 'the description', [texts.seo_description]),
    ...list('keyword-names', 'keywords', texts.keywords),
  ];
}

/** Whether a picture is left out because of a name in its title or keywords. */
export const areNamesRefused = (
  { isMadeByAi = false }: Pick<JudgedTexts, 'isMadeByAi'>,
  { refusesNames }: Pick<Agency, 'refusesNames'>,
): boolean => isMadeByAi && refusesNames;

export const findNames = (text: string, { isMadeByAi = false }: Pick<JudgedTexts, 'isMadeByAi'>): string[] =>
  findNamedWords(text)
    .filter(({ kind }: NamedWord) => isMadeByAi || kind !== 'forbidden')
    .map(({ word }) => word);
