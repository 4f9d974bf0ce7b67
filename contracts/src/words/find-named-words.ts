import { NAMES, type Name, type NamedWordKind } from './listed-names.ts';
import { splitWords, type Words } from './split-words.ts';

export interface NamedWord {
  /** As it is in the text. */
  readonly word: string;
  /** Where it is in the text. */
  readonly start: number;
  readonly end: number;
  readonly kind: NamedWordKind;
  /** The rest of a sentence that begins with the word. */
  readonly why: string;
}

/** “Levi’s-jeans” has three parts. */
const MAX_PARTS = 3;
/** Between a brand and its product: “Apple gold watch”. */
const MAX_BETWEEN = 2;
/** A product after one of these belongs to something else: “an apple and a laptop”. */
const ENDS_PRODUCT =
  /^(?:a|an|and|at|beside|by|for|from|in|is|near|next|of|on|or|over|the|through|to|under|with)$/;
const CREDITS_BEFORE =
  /(?:^| )(?:by|artist|painter|(?:style|manner|works?) of|(?:style|estilo) de|stile di|stil von|stijl van)$/;
const CREDITS_AFTER = /^(?:style|styled|inspired|esque|aesthetics?)$/;
const JOINS_ARTISTS = /^(?:and|x)$/;

/** A name at a word of the text. */
interface Match {
  readonly name: Name;
  /** The word after it. */
  readonly next: number;
}

/**
 * Names of artists, brands and characters in a text, and what else agencies refuse for AI pictures. The time grows with the text only, since
 * each word is looked up a fixed number of times: about 1 ms for 5,000 characters, 35 ms for 1,000 prompts of 250.
 */
export function findNamedWords(text: string): NamedWord[] {
  const words = splitWords(text);
  const found: NamedWord[] = [];
  let afterArtist = -1;
  for (let at = 0; at < words.count;) {
    const match = findName(words, at, afterArtist);
    const { meaning } = match?.name ?? {};
    if (match && meaning) {
      const [start, end] = [words.startOf(at), words.endOf(match.next - 1)];
      found.push({ word: text.slice(start, end).replaceAll(/\s+/g, ' '), start, end, ...meaning });
      if (meaning.kind === 'artist') afterArtist = match.next;
    }
    at = match?.next ?? at + 1;
  }
  return found;
}

/** The longest one. */
function findName(words: Words, at: number, afterArtist: number): Match | undefined {
  let longest: Match | undefined;
  let first = '';
  for (let last = at; last < at + MAX_PARTS; last += 1) {
    first += words.at(last);
    // “Levi’s” is a name, “Klimt’s” ends with more than one.
    const isPossessive = last > at && words.at(last) === 's';
    for (const name of isPossessive ? (NAMES.get(first) ?? []) : lookUp(first)) {
      const next = matchRest(words, last + 1, name);
      if (
        next !== undefined &&
        next > (longest?.next ?? at) &&
        (!name.needsCredit || isCredited(words, at, next, afterArtist)) &&
        (!name.products || hasProduct(words, next, name.products))
      )
        longest = { name, next };
    }
    if (!words.isJoined(last)) break;
  }
  return longest;
}

const NONE: readonly Name[] = [];

/** Names that begin with the word. One of a single word may be in plural, or have a model’s number: “iPhones”, “iPhone15”. */
function lookUp(word: string): readonly Name[] {
  const names = NAMES.get(word) ?? NONE;
  const singular = toSingular(word);
  return singular === word
    ? names
    : [...names, ...(NAMES.get(singular) ?? NONE).filter(({ rest }) => rest.length === 0)];
}

const toSingular = (word: string): string => (/[s\d]$/.test(word) ? word.replace(/s$|\d+$/, '') : word);

function matchRest(words: Words, from: number, { rest }: Name): number | undefined {
  const isMatch = rest.every((word, index) => {
    const own = words.at(from + index);
    const isPlural = index === rest.length - 1 && toSingular(own) === word;
    return (own === word || isPlural) && !words.isSeparated(from + index - 1);
  });
  return isMatch ? from + rest.length : undefined;
}

function isCredited(words: Words, at: number, next: number, afterArtist: number): boolean {
  const before = words.at(at - 1);
  // “by Artgerm and Mucha”, “by Artgerm, Mucha, WLOP”
  if (afterArtist === at - 1 && JOINS_ARTISTS.test(before)) return true;
  if (afterArtist === at && isLastOfItem(words, next - 1)) return true;
  const isAfterCredit = CREDITS_BEFORE.test(`${words.at(at - 2)} ${before}`) && !words.isSeparated(at - 1);
  return isAfterCredit || (CREDITS_AFTER.test(words.at(next)) && !words.isSeparated(next - 1));
}

const isLastOfItem = (words: Words, at: number): boolean =>
  at === words.count - 1 || words.isSeparated(at) || JOINS_ARTISTS.test(words.at(at + 1));

function hasProduct(words: Words, from: number, products: ReadonlySet<string>): boolean {
  for (let at = from; at <= from + MAX_BETWEEN; at += 1) {
    const word = words.at(at);
    if (words.isSeparated(at - 1) || ENDS_PRODUCT.test(word)) return false;
    // “Ford F-150”
    const compound = words.isJoined(at) ? word + words.at(at + 1) : word;
    if ([word, word.replace(/s$/, ''), word.replace(/es$/, ''), compound].some((each) => products.has(each)))
      return true;
  }
  return false;
}
