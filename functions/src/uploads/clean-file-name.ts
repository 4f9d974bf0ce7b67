import { MOST_FILE_NAME_LENGTH } from '@portal/contracts/uploads';

const NAMELESS = 'image';
/** Longer is no extension, but a name with a dot in it. */
const EXTENSION = /\.[^.]{1,15}$/u;

/** The name without its folders and what no screen shows: control characters, and those that turn the direction of writing. */
export function cleanFileName(name: string): string {
  const base = name
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
    .replace(/^.*[/\\]/u, '')
    .trim();
  return /^\.*$/u.test(base) ? NAMELESS : shorten(base);
}

/** To the length that the contract allows, between whole characters and with its extension. */
function shorten(name: string): string {
  if (name.length <= MOST_FILE_NAME_LENGTH) return name;
  const extension = EXTENSION.exec(name)?.[0] ?? '';
  const stem = name.slice(0, MOST_FILE_NAME_LENGTH - extension.length);
  return stem.replace(/[\ud800-\udbff]$/, '') + extension;
}
