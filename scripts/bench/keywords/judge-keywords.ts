/** Counts faults in keywords, by other means than the cleaning: Porter's stems, Hunspell's dictionary and a list of its own. */
import dictionary from 'dictionary-en';
import makeSpeller from 'nspell';
import { stemmer } from 'stemmer';
import { BRAND_WORDS } from './faults.ts';

export interface Texts {
  title: string;
  keywords: readonly string[];
}

const MIN_SPELLED_LENGTH = 4;
/** Shorter ones are subjects, such as a red boat. */
const MIN_TITLE_WORDS = 4;
const CAMERA_TERM =
  /\b(?:f ?\d+(?: \d+)?$|iso \d+|\d+ ?mm\b|1 \d+ ?s|dslr|full frame|stock (?:photo|image)|royalty free|4k|8k|hd|high resolution|\d+ megapixel)/;

const speller = makeSpeller(Buffer.from(dictionary.aff), Buffer.from(dictionary.dic));

const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}|(?<=\p{L})['’](?=\p{L})/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
const has = (text: string, words: string): boolean => ` ${fold(text)} `.includes(` ${fold(words)} `);

/** Repeats an earlier keyword in other words, as far as stems, spaces, articles and order go. */
function countNearDuplicates(keywords: readonly string[]): number {
  const seen = new Set<string>();
  return keywords.filter((keyword) => {
    const words = fold(keyword)
      .replaceAll('our', 'or')
      .split(' ')
      .filter((word) => !/^(?:an?|the|of)$/.test(word))
      .map((word) => stemmer(word));
    const keys = [words.toSorted().join(' '), words.join('')];
    const isRepeated = keys.some((key) => seen.has(key));
    for (const key of keys) seen.add(key);
    return isRepeated;
  }).length;
}

export const isMisspelled = (keyword: string): boolean =>
  keyword
    .split(/[^\p{L}'’]+/u)
    .filter((word) => word.length >= MIN_SPELLED_LENGTH)
    .some((word) => !speller.correct(word) && !speller.correct(capitalize(word)));

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const hasBrandName = (text: string): boolean => BRAND_WORDS.some((brand) => has(text, brand));

const isTitle = (keyword: string, title: string): boolean =>
  fold(keyword) === fold(title) && title.split(' ').length >= MIN_TITLE_WORDS;

interface Rules {
  mustAppear: readonly string[];
  mustNotAppear: readonly string[];
}

/** Of one picture. A brand that must appear is no fault. */
export const judgeTexts = ({ title, keywords }: Texts, { mustAppear, mustNotAppear }: Rules) => ({
  keywords: keywords.length,
  'near-duplicates': countNearDuplicates(keywords),
  'brand names': keywords.filter(
    (keyword) => hasBrandName(keyword) && !mustAppear.some((required) => has(keyword, required)),
  ).length,
  'words unknown to the dictionary': keywords.filter((keyword) => isMisspelled(keyword)).length,
  'title as a keyword': keywords.filter((keyword) => isTitle(keyword, title)).length,
  'forbidden words': keywords.filter((keyword) => mustNotAppear.some((word) => has(keyword, word))).length,
  'camera and stock terms': keywords.filter((keyword) => CAMERA_TERM.test(fold(keyword))).length,
  'brand names in titles': Number(hasBrandName(title)),
});

export const FAULT_NAMES = [
  'keywords',
  'near-duplicates',
  'brand names',
  'words unknown to the dictionary',
  'title as a keyword',
  'forbidden words',
  'camera and stock terms',
  'brand names in titles',
] as const satisfies (keyof ReturnType<typeof judgeTexts>)[];

/** Titles that an earlier picture has. */
export function countSameTitles(titles: readonly string[]): number {
  return titles.length - new Set(titles.map(fold)).size;
}
