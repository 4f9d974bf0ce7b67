import { toOneLine } from '@portal/contracts/to-one-line';

const ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
]);
/** Models do not escape markup more often than this. */
const MAX_LAYERS = 5;

/** Removes HTML: the result is on one line, and no page can read it as markup. */
export function cleanText(text: string): string {
  let plain = text;
  for (let layer = 0; layer < MAX_LAYERS; layer += 1) {
    const stripped = decodeEntities(stripTags(plain));
    if (stripped === plain) break;
    plain = stripped;
  }
  return toOneLine(stripTags(plain).replaceAll(/[<>]|&(?:#?\w{1,31});/g, ' '));
}

const stripTags = (text: string): string =>
  text
    .replaceAll(/<(script|style)\b[^<>]*>[\s\S]*?<\/\1\s*>/gi, ' ')
    .replaceAll(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replaceAll(/<[/!?]?[a-z][^<>]*(?:>|$)/gi, ' ');

const decodeEntities = (text: string): string =>
  text
    .replaceAll(/&([a-z]+);/gi, (whole, name: string) => ENTITIES.get(name.toLowerCase()) ?? whole)
    .replaceAll(/&#(x[\da-f]{1,6}|\d{1,7});/gi, (_, code: string) => decodeNumber(code));

function decodeNumber(code: string): string {
  const number = /^x/i.test(code) ? Number.parseInt(code.slice(1), 16) : Number(code);
  return number <= 0x10_ff_ff ? String.fromCodePoint(number) : ' ';
}

/** Cuts to the length, between words if possible, else between characters. */
export function cutBetweenWords(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = text.lastIndexOf(' ', maxLength);
  const cut = end > 0 ? text.slice(0, end) : text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '');
  return cut.replace(/[\s,;:–—-]+$/u, '');
}
