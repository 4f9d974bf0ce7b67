/** Character classes and escapes of RE2 in JavaScript's form. undefined: RE2 has no such thing. */

export interface Translated {
  readonly text: string;
  /** How much of the pattern it stands for. */
  readonly length: number;
}

const PERL_CLASSES: Readonly<Record<string, string>> = { d: '0-9', s: '\\t\\n\\f\\r ', w: '0-9A-Za-z_' };
const POSIX_CLASSES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    alnum: '0-9A-Za-z',
    alpha: 'A-Za-z',
    ascii: '\\x00-\\x7f',
    blank: '\\t ',
    cntrl: '\\x00-\\x1f\\x7f',
    digit: '0-9',
    graph: '!-~',
    lower: 'a-z',
    print: ' -~',
    punct: '!-\\/:-@\\[-`\\{-~',
    space: '\\t\\n\\v\\f\\r ',
    upper: 'A-Z',
    word: '0-9A-Za-z_',
    xdigit: '0-9A-Fa-f',
  }),
);
const CONTROL_CODES: Readonly<Record<string, number>> = { a: 7, f: 12, n: 10, r: 13, t: 9, v: 11 };
const CODE = /\\(?:x([0-9A-Fa-f]{2})|x\{([0-9A-Fa-f]+)\}|([1-7][0-7]{1,2}|0[0-7]{0,2}))/y;
const PROPERTY = /\\([pP])(?:\{(\^?)(\w+)\}|([A-Z]))/y;
const POSIX = /\[:(\^?)(\w+):\]/y;

export const escapeLiteral = (character: string): string =>
  /[\\^$.*+?()[\]{}|/-]/.test(character) ? `\\u{${character.codePointAt(0)?.toString(16)}}` : character;

/** One escape outside a class. */
export function translateEscape(pattern: string, offset: number): Translated | undefined {
  const set = readSet(pattern, offset);
  if (set) return { text: `[${set.text}]`, length: set.length };
  const character = readCharacter(pattern, offset);
  return character && { text: escapeLiteral(character.text), length: character.length };
}

/** `[…]`, from its bracket. */
export function translateClass(pattern: string, offset: number): Translated | undefined {
  const isNegated = pattern.charAt(offset + 1) === '^';
  const start = offset + (isNegated ? 2 : 1);
  let position = start;
  let content = '';
  while (position === start || pattern.charAt(position) !== ']') {
    const item = readItem(pattern, position);
    if (!item) return undefined;
    content += item.text;
    position += item.length;
  }
  return { text: `[${isNegated ? '^' : ''}${content}]`, length: position + 1 - offset };
}

function readItem(pattern: string, offset: number): Translated | undefined {
  const set = readSet(pattern, offset);
  if (set) return set;
  const first = readCharacter(pattern, offset);
  if (!first) return undefined;
  const dash = offset + first.length;
  if (pattern.charAt(dash) !== '-' || pattern.charAt(dash + 1) === ']') {
    return { text: escapeLiteral(first.text), length: first.length };
  }
  const last = readCharacter(pattern, dash + 1);
  if (!last || (last.text.codePointAt(0) ?? 0) < (first.text.codePointAt(0) ?? 0)) return undefined;
  return {
    text: `${escapeLiteral(first.text)}-${escapeLiteral(last.text)}`,
    length: first.length + 1 + last.length,
  };
}

/** What stands for several characters, as it is written inside brackets. */
function readSet(pattern: string, offset: number): Translated | undefined {
  const name = pattern.charAt(offset + 1);
  const perl = pattern.charAt(offset) === '\\' ? PERL_CLASSES[name.toLowerCase()] : undefined;
  if (perl !== undefined) return { text: name === name.toLowerCase() ? perl : complement(perl), length: 2 };
  const property = matchAt(PROPERTY, pattern, offset);
  if (property) return readProperty(property);
  const posix = matchAt(POSIX, pattern, offset);
  const members = POSIX_CLASSES.get(posix?.[2] ?? '');
  if (!posix || members === undefined) return undefined;
  return { text: posix[1] === '^' ? complement(members) : members, length: posix[0].length };
}

function readProperty([text, letter, caret, long, short]: RegExpExecArray): Translated {
  const isNegated = (letter === 'P') !== (caret === '^');
  const name = long ?? short ?? '';
  const property = name.length <= 2 || name === 'Any' ? name : `Script=${name}`;
  return { text: `\\${isNegated ? 'P' : 'p'}{${property}}`, length: text.length };
}

/** JavaScript cannot nest classes without the flag `v`: the gaps between ASCII ranges are written out. */
function complement(members: string): string {
  const isMember = new RegExp(`[${members}]`, 'u');
  let text = '';
  for (let code = 0; code < 0x80; code++) {
    if (!isMember.test(String.fromCharCode(code))) text += `\\u{${code.toString(16)}}`;
  }
  return `${text}\\u{80}-\\u{10ffff}`;
}

function readCharacter(pattern: string, offset: number): Translated | undefined {
  const text = String.fromCodePoint(pattern.codePointAt(offset) ?? 0);
  if (text !== '\\') return offset < pattern.length ? { text, length: text.length } : undefined;
  const code = matchAt(CODE, pattern, offset);
  if (code) return fromCode(code);
  const escaped = pattern.charAt(offset + 1);
  const control = CONTROL_CODES[escaped];
  if (control !== undefined) return { text: String.fromCharCode(control), length: 2 };
  return /[!-/:-@[-`{-~ ]/.test(escaped) ? { text: escaped, length: 2 } : undefined;
}

function fromCode([text, byte, long, octal]: RegExpExecArray): Translated | undefined {
  const code = octal === undefined ? Number.parseInt(byte ?? long ?? '', 16) : Number.parseInt(octal, 8);
  return code <= 0x10ffff ? { text: String.fromCodePoint(code), length: text.length } : undefined;
}

function matchAt(expression: RegExp, pattern: string, offset: number): RegExpExecArray | null {
  expression.lastIndex = offset;
  return expression.exec(pattern);
}
