/** Puts text on one line, without invisible characters and halves of characters. */
export const toOneLine = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Z}]+/gu, ' ')
    .replaceAll(/\p{C}/gu, '')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
