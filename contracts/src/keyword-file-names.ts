import type { FileNaming, KeywordResult } from './keyword-generator.ts';

type Named = Pick<KeywordResult, 'index' | 'seo_image_title' | 'extension'>;

const NAMELESS = 'image';
/** Of the whole name; agencies take no more than this, and one of them less than 30. */
const MOST_LENGTH: Record<FileNaming, number> = { seo: 120, short: 29 };
/** Of a name that is not plain ASCII: in UTF-8 it is up to three times as long, and file systems take 255 bytes. */
const MOST_FOREIGN_LENGTH = 80;
/** Windows opens no file of these names, whatever their extension. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;
const LATIN_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  Æ: 'Ae',
  Œ: 'Oe',
  Ø: 'O',
  Ł: 'L',
  Đ: 'D',
  Ð: 'D',
  Þ: 'Th',
};

/**
 * What the files of a batch are called, by index: in its ZIP, and in every CSV, which must name the same files. Made from
 * their titles; of two that would be called the same the second ends in -2.
 */
export function nameKeywordFiles(results: readonly Named[], naming: FileNaming): ReadonlyMap<number, string> {
  const taken = new Set<string>();
  const names = new Map<number, string>();
  for (const { index, seo_image_title: title, extension } of results.toSorted((a, b) => a.index - b.index)) {
    if (extension === null) continue;
    const slug = slugify(title, naming);
    for (let number = 1; !names.has(index); number += 1) {
      const ending = `${number === 1 ? '' : `-${number}`}.${extension}`;
      const stem =
        cut(slug, findMostLength(slug, naming) - ending.length) + ending.slice(0, -extension.length - 1);
      // Two files that differ only in their extension would be one for an agency.
      if (taken.has(stem)) continue;
      taken.add(stem);
      names.set(index, `${stem}.${extension}`);
    }
  }
  return names;
}

/** Latin letters without what is above, below or through them; other scripts, where a mark may be half a word, stay. */
export const foldLatin = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .replaceAll(/\p{Script=Latin}/gu, (letter) => LATIN_LETTERS[letter] ?? letter);

function slugify(title: string, naming: FileNaming): string {
  const words = foldLatin(title)
    .toLowerCase()
    // A mark that is on no letter is a part of an emoji.
    .replaceAll(/['’]|(?<![\p{L}\p{M}])\p{M}+/gu, '');
  const slug = words
    .replaceAll(naming === 'short' ? /[^a-z0-9]+/g : /[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
  return RESERVED.test(slug) ? `${slug}-${NAMELESS}` : slug || NAMELESS;
}

const findMostLength = (slug: string, naming: FileNaming): number =>
  /^[a-z0-9-]*$/.test(slug) ? MOST_LENGTH[naming] : MOST_FOREIGN_LENGTH;

/** Between words, unless that loses more than half; never within a character. */
function cut(slug: string, most: number): string {
  if (slug.length <= most) return slug;
  const end = slug.lastIndexOf('-', most);
  return slug.slice(0, end > most / 2 ? end : most).replace(/[-\ud800-\udbff]$/, '');
}
