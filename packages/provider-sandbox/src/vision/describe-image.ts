import { Random } from '../random.ts';
import { guessCategory, type Category } from './guess-category.ts';
import type { ImageAnalysis } from './analyze-image.ts';
import { listKeywords } from './list-keywords.ts';
import { putInto, readFileWords, readWords } from './read-words.ts';
import type { PromptOptions } from './parse-prompt.ts';
import { colorWords, commonWords, translate } from './words.ts';

/** The description of a picture in the requested language. */
export interface Description {
  title: string;
  description: string;
  /** Most relevant first. */
  keywords: string[];
  colors: string[];
  category: Category | undefined;
  language: string;
}

const DEFAULT_KEYWORD_COUNT = 30;
const MAX_DETAILS = 8;

/** `seed` shuffles the generic keywords. */
export function describeImage(analysis: ImageAnalysis, options: PromptOptions, seed: string): Description {
  const { language, mustAppear } = options;
  const isAllowed = makeFilter(options);
  const say = (words: readonly string[]) => putInto(words, language).filter(isAllowed);
  const seen = listKeywords(analysis);
  const [fileWords, contextWords] = [readFileWords(options.fileName), readWords(options.context)];
  const [named, told, looks] = [say(fileWords), say(contextWords), say(seen)];
  const colors = say(analysis.colors);
  const isColor = (word: string) => putInto(colorWords, language).includes(word);
  const subject = named.some((word) => !isColor(word)) ? named : [looks[0] ?? language.name];
  const isNew = (word: string) => !subject.includes(word);
  const shown = colors.filter(isNew).slice(0, 2).join(language.and);
  const title = capitalize(shown === '' ? subject.join(' ') : language.title(subject.join(' '), shown));
  const details = [...mustAppear, ...told, ...looks].filter(isNew).slice(0, MAX_DETAILS);
  const keywords = [...mustAppear, ...named, ...told, ...looks, ...say(shuffle(commonWords, seed))];
  return {
    title,
    description: `${title}${language.stop}${capitalize(details.join(language.comma))}${language.stop}`.trim(),
    keywords: [...new Set(keywords.map((word) => word.toLowerCase()))].slice(
      0,
      options.keywordCount ?? DEFAULT_KEYWORD_COUNT,
    ),
    colors,
    category: guessCategory([...fileWords, ...contextWords, ...seen]),
    language: language.name,
  };
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Drops words and phrases that contain a forbidden word, in English or in the requested language. */
function makeFilter({ mustNotAppear, language }: PromptOptions): (word: string) => boolean {
  const parts = mustNotAppear
    .map((word) => word.toLowerCase())
    .flatMap((word) => [word, translate(word, language)?.toLowerCase() ?? word])
    .map((word) => ` ${word} `);
  return (word) => !parts.some((part) => ` ${word.toLowerCase()} `.includes(part));
}

function shuffle(words: readonly string[], seed: string): string[] {
  const random = new Random(seed);
  return words
    .map((word) => ({ word, rank: random.next() }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ word }) => word);
}
