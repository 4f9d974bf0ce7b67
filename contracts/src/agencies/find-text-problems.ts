import { MAX_AGENCY_KEYWORD_LENGTH, type Agency } from './agency.ts';
import { REJECTED } from './character-sets.ts';
import { findNamedWordProblems, type JudgedTexts } from './find-named-word-problems.ts';

export type TextProblemKind =
  | 'title-too-long'
  | 'title-too-short'
  | 'title-commas'
  | 'title-characters'
  | 'too-few-keywords'
  | 'too-many-keywords'
  | 'keyword-too-long'
  | 'keyword-characters'
  | 'title-names'
  | 'description-names'
  | 'keyword-names'
  | 'category-missing';

export interface TextProblem {
  readonly kind: TextProblemKind;
  readonly message: string;
  /** The agency does not take the picture with these texts. */
  readonly isRefusal?: true;
}

/** Problems that an agency would find in the texts of one image. */
export function findTextProblems(texts: JudgedTexts, agency: Agency): TextProblem[] {
  const { seo_image_title: title, keywords } = texts;
  const { title: titleRules, keywords: keywordRules } = agency;
  const problems: TextProblem[] = [];
  const add = (kind: TextProblemKind, message: string): void => void problems.push({ kind, message });

  const length = countCharacters(title);
  if (length > titleRules.maxLength)
    add('title-too-long', `Title has ${length} characters; the limit is ${titleRules.maxLength}.`);
  if (title.split(/\s+/).filter(Boolean).length < titleRules.minWords)
    add('title-too-short', `Title is too short; use at least ${titleRules.minWords} words.`);
  if (!titleRules.allowsCommas && title.includes(',')) add('title-commas', 'Title contains a comma.');
  const specialCharacters = listCharacters(title, REJECTED[titleRules.characters].title);
  if (specialCharacters !== '')
    add('title-characters', `Title contains special characters: ${specialCharacters}`);

  if (keywords.length < keywordRules.min)
    add(
      'too-few-keywords',
      `Too few keywords: ${keywords.length}; at least ${keywordRules.min} are required.`,
    );
  if (keywords.length > keywordRules.max)
    add('too-many-keywords', `Too many keywords: ${keywords.length}; the limit is ${keywordRules.max}.`);
  const long = keywords.filter((keyword) => countCharacters(keyword) > MAX_AGENCY_KEYWORD_LENGTH);
  if (long.length > 0)
    add(
      'keyword-too-long',
      `Keywords longer than ${MAX_AGENCY_KEYWORD_LENGTH} characters: ${long.map(quote).join(', ')}`,
    );
  const special = keywords.filter(
    (keyword) => listCharacters(keyword, REJECTED[keywordRules.characters].keyword) !== '',
  );
  if (special.length > 0)
    add('keyword-characters', `Keywords with special characters: ${special.map(quote).join(', ')}`);

  problems.push(...findNamedWordProblems(texts, agency));

  if (agency.categories !== 'none' && texts.category === null)
    add('category-missing', 'Category is missing.');
  return problems;
}

export const countCharacters = (text: string): number => Array.from(text).length;

const quote = (text: string): string => `“${text}”`;

const listCharacters = (text: string, pattern: RegExp): string =>
  [...new Set(text.match(pattern))]
    .filter((character) => !/[\p{C}\p{M}]/u.test(character) || /\s/.test(character))
    .map((character) => (/\s/.test(character) ? 'a tab or line break' : character))
    .join(' ');
