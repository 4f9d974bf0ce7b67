import { Random } from '../random.ts';
import { guessCategory, type Category } from './guess-category.ts';
import type { Sight } from './look-at.ts';
import { nameSight } from './name-sight.ts';
import { putInto, readFileWords, readWords } from './read-words.ts';
import type { Wishes } from './read-wishes.ts';
import { colourWords, commonWords, translate } from './words.ts';

/** All that is known about a picture, in the language that was asked for. */
export interface Description {
  title: string;
  description: string;
  /** The most relevant first. */
  keywords: string[];
  colours: string[];
  category: Category | undefined;
  language: string;
}

const usualCount = 30;
const mostDetails = 8;

/** `seed`: the same for the same picture. */
export function describeSight(sight: Sight, wishes: Wishes, seed: string): Description {
  const { language, mustAppear } = wishes;
  const isAllowed = makeFilter(wishes);
  const say = (words: readonly string[]) => putInto(words, language).filter(isAllowed);
  const seen = nameSight(sight);
  const [fileWords, contextWords] = [readFileWords(wishes.fileName), readWords(wishes.context)];
  const [named, told, looks] = [say(fileWords), say(contextWords), say(seen)];
  const colours = say(sight.colours);
  const isColour = (word: string) => putInto(colourWords, language).includes(word);
  const subject = named.some((word) => !isColour(word)) ? named : [looks[0] ?? language.name];
  const isNew = (word: string) => !subject.includes(word);
  const shown = colours.filter(isNew).slice(0, 2).join(language.and);
  const title = capitalise(shown === '' ? subject.join(' ') : language.title(subject.join(' '), shown));
  const details = [...mustAppear, ...told, ...looks].filter(isNew).slice(0, mostDetails);
  const keywords = [...mustAppear, ...named, ...told, ...looks, ...say(shuffle(commonWords, seed))];
  return {
    title,
    description: `${title}${language.stop}${capitalise(details.join(language.comma))}${language.stop}`.trim(),
    keywords: [...new Set(keywords.map((word) => word.toLowerCase()))].slice(
      0,
      wishes.keywordCount ?? usualCount,
    ),
    colours,
    category: guessCategory([...fileWords, ...contextWords, ...seen]),
    language: language.name,
  };
}

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A word or phrase goes when one that must not appear is within it, be it said in English or not. */
function makeFilter({ mustNotAppear, language }: Wishes): (word: string) => boolean {
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
