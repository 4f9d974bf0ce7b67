import { RulesError, type Position } from './syntax.ts';

export interface Token extends Position {
  readonly kind: 'word' | 'integer' | 'string' | 'segment' | 'symbol' | 'end';
  /** As written, but a path segment has no slash, and a string no quotes. */
  readonly text: string;
}

const BLANK = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/y;
/** The group is the token's text. A slash directly followed by text is a path segment. */
const PATTERNS: readonly (readonly [Token['kind'], RegExp])[] = [
  ['string', /"([^"\\\n]*)"|'([^'\\\n]*)'/y],
  ['segment', /\/(\([\w.-]+\)|[\w.~-]+)/y],
  ['integer', /(0|[1-9]\d*)(?![\w.])/y],
  ['symbol', /(\$\(|\*\*|&&|\|\||[=!<>]=|[{}[\]().,:;?!<>=+\-*/%])/y],
  ['word', /([A-Za-z_]\w*)/y],
];
const NUMBER_OR_QUOTE = /\d[\w.]*|["']/y;

export function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  let offset = 0;
  let line = 1;
  let lineStart = 0;

  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = offset;
    return pattern.exec(source);
  };
  const skip = (text: string): void => {
    for (const { index } of text.matchAll(/\n/g)) {
      line++;
      lineStart = offset + index + 1;
    }
    offset += text.length;
  };

  for (;;) {
    skip(match(BLANK)?.[0] ?? '');
    const position = { line, column: offset - lineStart + 1 };
    if (offset === source.length) return [...tokens, { kind: 'end', text: 'the end', ...position }];
    if (match(/b["']/y)) throw new RulesError('Bytes literals are not supported.', position);
    const found = PATTERNS.map(([kind, pattern]) => ({ kind, matched: match(pattern) })).find(
      ({ matched }) => matched !== null,
    );
    if (!found?.matched) throw refused(match(NUMBER_OR_QUOTE)?.[0] ?? source.charAt(offset), position);
    const [text, ...groups] = found.matched;
    tokens.push({ kind: found.kind, text: groups.find((group) => group !== undefined) ?? '', ...position });
    skip(text);
  }
}

function refused(text: string, position: Position): RulesError {
  if (/^["']/.test(text)) {
    return new RulesError('A string has to end on its line, and backslashes are not supported.', position);
  }
  return new RulesError(
    /^\d/.test(text) ? `The number ${text} is not supported.` : `Unexpected '${text}'.`,
    position,
  );
}
