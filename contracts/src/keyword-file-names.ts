import type { FileNaming, KeywordResult } from './keyword-generator.ts';

type Named = Pick<KeywordResult, 'index' | 'seo_image_title' | 'extension'>;

const FALLBACK_NAME = 'image';
/** Agencies accept no longer file names, and one of them less than 30 characters. */
const MAX_LENGTH: Record<FileNaming, number> = { seo: 120, short: 29 };
/** For names beyond ASCII: UTF-8 takes up to three times as many bytes, and file systems allow 255. */
const MAX_UNICODE_LENGTH = 80;
/** Windows cannot open files with these names, whatever their extension. */
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
 * File names of a batch by index, for its ZIP and for every CSV, which must name the same files. Made from the titles; a
 * second file of the same name gets -2.
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
        cut(slug, findMaxLength(slug, naming) - ending.length) + ending.slice(0, -extension.length - 1);
      // Agencies treat files that differ only in their extension as the same.
      if (taken.has(stem)) continue;
      taken.add(stem);
      names.set(index, `${stem}.${extension}`);
    }
  }
  return names;
}

/** Removes diacritics from Latin letters. In other scripts they can change the word, and are kept. */
export const foldLatin = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .replaceAll(/\p{Script=Latin}/gu, (letter) => LATIN_LETTERS[letter] ?? letter);

function slugify(title: string, naming: FileNaming): string {
  const words = foldLatin(title)
    .toLowerCase()
    // A combining mark without a letter is part of an emoji.
    .replaceAll(/['’]|(?<![\p{L}\p{M}])\p{M}+/gu, '');
  const slug = words
    .replaceAll(naming === 'short' ? /[^a-z0-9]+/g : /[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
  return RESERVED.test(slug) ? `${slug}-${FALLBACK_NAME}` : slug || FALLBACK_NAME;
}

const findMaxLength = (slug: string, naming: FileNaming): number =>
  /^[a-z0-9-]*$/.test(slug) ? MAX_LENGTH[naming] : MAX_UNICODE_LENGTH;

/** Cuts between words, unless that loses more than half; never inside a character. */
function cut(slug: string, maxLength: number): string {
  if (slug.length <= maxLength) return slug;
  const end = slug.lastIndexOf('-', maxLength);
  return slug.slice(0, end > maxLength / 2 ? end : maxLength).replace(/[-\ud800-\udbff]$/, '');
}
