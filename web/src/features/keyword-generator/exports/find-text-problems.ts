import type { KeywordTexts } from '@portal/contracts/keyword-generator';
import { MOST_AGENCY_KEYWORD_LENGTH, type Agency } from './agencies.ts';

export type TextProblemKind =
  | 'title-too-long'
  | 'title-too-short'
  | 'title-commas'
  | 'title-characters'
  | 'too-few-keywords'
  | 'too-many-keywords'
  | 'keyword-too-long'
  | 'keyword-characters'
  | 'category-missing';

interface TextProblem {
  readonly kind: TextProblemKind;
  readonly message: string;
}

/** What an agency would refuse in the texts of one picture. */
export function findTextProblems(texts: KeywordTexts, agency: Agency): TextProblem[] {
  const { seo_image_title: title, keywords } = texts;
  const problems: TextProblem[] = [];
  const add = (kind: TextProblemKind, message: string): void => void problems.push({ kind, message });

  const length = countCharacters(title);
  if (length > agency.mostTitleLength)
    add(
      'title-too-long',
      `The title is too long: ${length} of at most ${agency.mostTitleLength} characters.`,
    );
  if (title.split(/\s+/).filter(Boolean).length < agency.leastTitleWords)
    add('title-too-short', 'The title is too short: one word does not describe a picture.');
  if (!agency.takesCommasInTitle && title.includes(','))
    add('title-commas', 'There is a comma in the title.');
  const refused = listCharacters(title, agency.refusedInTitle);
  if (refused !== '') add('title-characters', `The title has special characters: ${refused}`);

  if (keywords.length < agency.leastKeywords)
    add(
      'too-few-keywords',
      `Too few keywords: ${keywords.length}, at least ${agency.leastKeywords} are needed.`,
    );
  if (keywords.length > agency.mostKeywords)
    add('too-many-keywords', `Too many keywords: ${keywords.length} of at most ${agency.mostKeywords}.`);
  const long = keywords.filter((keyword) => countCharacters(keyword) > MOST_AGENCY_KEYWORD_LENGTH);
  if (long.length > 0)
    add(
      'keyword-too-long',
      `Longer than ${MOST_AGENCY_KEYWORD_LENGTH} characters: ${long.map(cite).join(', ')}`,
    );
  const odd = keywords.filter((keyword) => listCharacters(keyword, agency.refusedInKeyword) !== '');
  if (odd.length > 0)
    add('keyword-characters', `Keywords with special characters: ${odd.map(cite).join(', ')}`);

  if (texts.category === null) add('category-missing', 'There is no category.');
  return problems;
}

export const countCharacters = (text: string): number => Array.from(text).length;

const cite = (text: string): string => `“${text}”`;

const listCharacters = (text: string, refused: RegExp): string =>
  [...new Set(text.match(refused))]
    .filter((character) => !/[\p{C}\p{M}]/u.test(character) || /\s/.test(character))
    .map((character) => (/\s/.test(character) ? 'a line break' : character))
    .join(' ');
