import { RulesSyntaxError, type Position } from './issues.ts';
import { readBytesLiteral, readStringLiteral } from './read-string.ts';

type TokenKind = 'word' | 'integer' | 'float' | 'string' | 'bytes' | 'segment' | 'symbol' | 'end';

export interface Token extends Position {
  readonly kind: TokenKind;
  /** As written, but a path segment has no slash. */
  readonly text: string;
  /** Set for string and bytes literals. */
  readonly value?: string | Uint8Array;
}

/**
 * As in Google's parser, a slash directly followed by text is always a path segment: `a / b` is a division, `a/b` is not.
 */
const SEGMENT = /\/(\([A-Za-z0-9_.-]+\)|(?:[&'*+\-.0-9:@A-Z_a-z~]|%[0-9A-Fa-f]{2})+)/y;
const BLANK = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/y;
const FLOAT = /(?:0|[1-9]\d*)?\.\d+|(?:0|[1-9]\d*)\./y;
const INTEGER = /0|[1-9]\d*/y;
const WORD = /[A-Za-z_$][\w$]*/y;
const QUOTE = /[bB]?["']/y;
const SYMBOL = /\$\(|\*\*|&&|\|\||==|!=|<=|>=|\+\+|--|[{}[\]().,:;?!<>=+\-*/%]/y;

export function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  let offset = 0;
  let line = 1;
  let lineStart = 0;

  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = offset;
    return pattern.exec(source);
  };
  const take = (text: string): void => {
    for (const { index } of text.matchAll(/\n/g)) {
      line++;
      lineStart = offset + index + 1;
    }
    offset += text.length;
  };

  for (;;) {
    take(match(BLANK)?.[0] ?? '');
    const position = { line, column: offset - lineStart + 1 };
    if (offset === source.length) return [...tokens, { kind: 'end', text: '<EOF>', ...position }];
    const [text, token] = readToken(match, source, offset, position);
    tokens.push(token);
    take(text);
  }
}

function readToken(
  match: (pattern: RegExp) => RegExpExecArray | null,
  source: string,
  offset: number,
  position: Position,
): [text: string, token: Token] {
  const quote = match(QUOTE)?.[0];
  if (quote !== undefined) {
    const isBytes = quote.length > 1;
    const { text, value } = (isBytes ? readBytesLiteral : readStringLiteral)(source, offset, position);
    return [text, { kind: isBytes ? 'bytes' : 'string', text, value, ...position }];
  }
  const segment = match(SEGMENT);
  if (segment) return [segment[0], { kind: 'segment', text: segment[1] ?? '', ...position }];
  for (const [kind, pattern] of PLAIN) {
    const text = match(pattern)?.[0];
    if (text !== undefined) return [text, { kind, text, ...position }];
  }
  throw new RulesSyntaxError(
    `Unexpected '${String.fromCodePoint(source.codePointAt(offset) ?? 0)}'.`,
    position,
  );
}

const PLAIN: readonly (readonly [TokenKind, RegExp])[] = [
  ['float', FLOAT],
  ['integer', INTEGER],
  ['symbol', SYMBOL],
  ['word', WORD],
];
