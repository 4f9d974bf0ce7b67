import { ARTISTS, CREDITED_ARTISTS } from './artists.ts';
import { BRANDS, BRANDS_WITH_PRODUCTS } from './brands.ts';
import { CHARACTERS } from './characters.ts';
import { GOVERNMENT_AGENCIES, PEOPLE } from './forbidden.ts';
import { ORDINARY } from './ordinary.ts';
import { toComparable } from './split-words.ts';

export type NamedWordKind = 'artist' | 'brand' | 'character' | 'forbidden';

export interface Name {
  /** After the first one, by which it is found. */
  readonly rest: readonly string[];
  /** Undefined for a phrase that only looks like a name. */
  readonly meaning?: { readonly kind: NamedWordKind; readonly why: string };
  /** Counts only where a text gives credit to the artist. */
  readonly needsCredit?: boolean;
  /** Counts only if one of them follows. */
  readonly products?: ReadonlySet<string>;
}

const BRAND = { kind: 'brand', why: 'is a brand. Agencies refuse pictures that name it.' } as const;
const ARTIST = { kind: 'artist', why: 'is an artist. Agencies refuse pictures that name artists.' } as const;
const CHARACTER = {
  kind: 'character',
  why: 'is a character. Agencies refuse pictures that name it.',
} as const;
const PERSON = {
  kind: 'forbidden',
  why: 'is a real person. Agencies refuse AI pictures that name people.',
} as const;
const GOVERNMENT_AGENCY = {
  kind: 'forbidden',
  why: 'is a government agency. Adobe Stock refuses AI pictures that name it.',
} as const;

function indexNames(): ReadonlyMap<string, readonly Name[]> {
  const index = new Map<string, Name[]>();
  const add = (listed: string, name: Omit<Name, 'rest'>) => {
    for (const spelling of listSpellings(listed)) {
      const [first = '', ...rest] = spelling;
      index.set(first, [...(index.get(first) ?? []), { rest, ...name }]);
    }
  };
  for (const phrase of split(ORDINARY)) add(phrase, {});
  for (const name of split(ARTISTS)) add(name, { meaning: ARTIST });
  for (const name of split(CREDITED_ARTISTS)) add(name, { meaning: ARTIST, needsCredit: true });
  for (const name of split(BRANDS)) add(name, { meaning: BRAND });
  for (const [name, products] of Object.entries(BRANDS_WITH_PRODUCTS))
    add(name, { meaning: BRAND, products: new Set(products.split(' ')) });
  for (const name of split(CHARACTERS)) add(name, { meaning: CHARACTER });
  for (const name of split(PEOPLE)) add(name, { meaning: PERSON });
  for (const name of split(GOVERNMENT_AGENCIES)) add(name, { meaning: GOVERNMENT_AGENCY });
  return index;
}

const split = (list: string): string[] => list.split(', ');

/** With and without accents, and as one word: “coca cola” and “cocacola”. */
function listSpellings(name: string): string[][] {
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '');
  return [...new Set([name, plain])].map(toComparable).flatMap((spelling) => {
    const words = spelling.split(' ');
    return words.length > 1 ? [words, [words.join('')]] : [words];
  });
}

/** By first word. */
export const NAMES: ReadonlyMap<string, readonly Name[]> = indexNames();
