import { MAX_FILE_NAME_LENGTH } from '@portal/contracts/uploads';

const NAMELESS = 'image';
/** A longer ending is not an extension, but part of a name with a dot. */
const EXTENSION = /\.[^.]{1,15}$/u;

/** Removes folders, control characters and characters that change the text direction. */
export function cleanFileName(name: string): string {
  const base = name
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
    .replace(/^.*[/\\]/u, '')
    .trim();
  return /^\.*$/u.test(base) ? NAMELESS : shorten(base);
}

/** Cuts to the contract's limit, keeps the extension and never cuts inside a character. */
function shorten(name: string): string {
  if (name.length <= MAX_FILE_NAME_LENGTH) return name;
  const extension = EXTENSION.exec(name)?.[0] ?? '';
  const stem = name.slice(0, MAX_FILE_NAME_LENGTH - extension.length);
  return stem.replace(/[\ud800-\udbff]$/, '') + extension;
}
