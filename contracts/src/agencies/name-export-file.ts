import { foldLatin } from '../keyword-file-names.ts';

const FALLBACK_NAME = 'image';
/** For agencies without a limit. */
const MAX_LENGTH = 120;

/** The name of the exported JPEG: letters and length that agencies accept, and not taken yet. */
export function nameExportFile(name: string, maxLength: number | null, taken: Set<string>): string {
  const stem = clean(name.replace(/\.[^.]{1,15}$/u, '')) || FALLBACK_NAME;
  for (let number = 1; ; number += 1) {
    const ending = `${number === 1 ? '' : `-${number}`}.jpg`;
    const unique = cut(stem, (maxLength ?? MAX_LENGTH) - ending.length) + ending;
    // Some file systems ignore case.
    const key = unique.toLowerCase();
    if (taken.has(key)) continue;
    taken.add(key);
    return unique;
  }
}

const clean = (stem: string): string =>
  foldLatin(stem)
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replaceAll(/^[-_.]+|[-_.]+$/g, '');

/** Keeps the number at the end, by which pictures of a batch differ, if there is space for it. */
function cut(stem: string, maxLength: number): string {
  if (stem.length <= maxLength) return stem;
  const [tail] = /[-_]\d{1,6}$/.exec(stem) ?? [''];
  const kept = tail.length < maxLength ? tail : '';
  return stem.slice(0, maxLength - kept.length).replace(/[-_.]+$/, '') + kept;
}
