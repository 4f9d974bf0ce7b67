import { RulesSyntaxError, type Position } from './issues.ts';

interface Literal<T> {
  /** As written, including the quotes. */
  readonly text: string;
  readonly value: T;
}

const PLAIN_ESCAPES: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  '\\': '\\',
  '"': '"',
  "'": "'",
};
const CODE_ESCAPE = /x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|([0-3][0-7]{2})/y;

export function readStringLiteral(source: string, offset: number, position: Position): Literal<string> {
  const parts: string[] = [];
  const end = readParts(source, offset + 1, source.charAt(offset), position, (part) => parts.push(part.text));
  return { text: source.slice(offset, end), value: parts.join('') };
}

/** `\xff` and `\377` are single bytes; other characters are encoded as UTF-8. */
export function readBytesLiteral(source: string, offset: number, position: Position): Literal<Uint8Array> {
  const parts: Uint8Array[] = [];
  const end = readParts(source, offset + 2, source.charAt(offset + 1), position, (part) => {
    if (part.isUnicode) {
      throw new RulesSyntaxError('A bytes literal cannot hold a \\u escape.', position);
    }
    parts.push(Buffer.from(part.text, part.isEscape ? 'latin1' : 'utf8'));
  });
  return { text: source.slice(offset, end), value: Uint8Array.from(Buffer.concat(parts)) };
}

interface Part {
  readonly text: string;
  readonly isEscape: boolean;
  readonly isUnicode: boolean;
}

/** Returns the offset after the closing quote. */
function readParts(
  source: string,
  start: number,
  quote: string,
  position: Position,
  add: (part: Part) => void,
): number {
  let offset = start;
  for (;;) {
    const character = String.fromCodePoint(source.codePointAt(offset) ?? 10);
    if (character === quote) return offset + 1;
    if (character === '\n' || character === '\r') {
      throw new RulesSyntaxError(`Missing a closing ${quote}`, position);
    }
    if (character === '\\') {
      const { part, length } = readEscape(source, offset + 1, position);
      add(part);
      offset += 1 + length;
    } else {
      add({ text: character, isEscape: false, isUnicode: false });
      offset += character.length;
    }
  }
}

function readEscape(source: string, offset: number, position: Position): { part: Part; length: number } {
  const plain = PLAIN_ESCAPES[source.charAt(offset)];
  if (plain !== undefined) return { part: { text: plain, isEscape: true, isUnicode: false }, length: 1 };
  CODE_ESCAPE.lastIndex = offset;
  const [text, byte, unit, octal] = CODE_ESCAPE.exec(source) ?? [];
  if (text === undefined) {
    throw new RulesSyntaxError(`Invalid escape '\\${source.charAt(offset)}' in a string.`, position);
  }
  const code = octal === undefined ? Number.parseInt(byte ?? unit ?? '', 16) : Number.parseInt(octal, 8);
  const part = { text: String.fromCharCode(code), isEscape: true, isUnicode: unit !== undefined };
  return { part, length: text.length };
}
