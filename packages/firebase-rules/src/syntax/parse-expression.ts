import { RulesSyntaxError, type Position } from './issues.ts';
import { parsePathParts, seesPath } from './parse-path.ts';
import { TYPE_NAMES, type BinaryOperator, type Expression, type TestedType } from './syntax.ts';
import type { TokenReader } from './token-reader.ts';

const CONDITIONAL = 0;
const IS = 4;
const BINARY_OPERATORS: readonly (readonly [operator: BinaryOperator, precedence: number])[] = [
  ['||', 1],
  ['&&', 2],
  ['in', 3],
  ['==', 5],
  ['!=', 5],
  ['<', 6],
  ['<=', 6],
  ['>', 6],
  ['>=', 6],
  ['+', 7],
  ['-', 7],
  ['*', 8],
  ['/', 8],
  ['%', 8],
];
interface Infix {
  readonly operator: BinaryOperator | '?' | 'is';
  readonly precedence: number;
}
const INFIXES: ReadonlyMap<string, Infix> = new Map<string, Infix>([
  ['?', { operator: '?', precedence: CONDITIONAL }],
  ['is', { operator: 'is', precedence: IS }],
  ...BINARY_OPERATORS.map(([operator, precedence]) => [operator, { operator, precedence }] as const),
]);
const MAX_INTEGER = 2n ** 63n - 1n;
/** More than Google allows, and far less than the stack can hold. */
const MAX_DEPTH = 300;

export function parseExpression(reader: TokenReader): Expression {
  return new ExpressionParser(reader).parse(CONDITIONAL);
}

class ExpressionParser {
  readonly #reader: TokenReader;
  #depth = 0;

  constructor(reader: TokenReader) {
    this.#reader = reader;
  }

  parse(lowest: number): Expression {
    if (++this.#depth > MAX_DEPTH) this.#reader.fail('The expression is nested too deeply.');
    let left = this.#parseUnary();
    for (;;) {
      const { kind, text } = this.#reader.current;
      const infix = kind === 'symbol' || kind === 'word' ? INFIXES.get(text) : undefined;
      if (!infix || infix.precedence < lowest) break;
      this.#reader.advance();
      left = this.#parseRest(left, infix);
    }
    this.#depth--;
    return left;
  }

  #parseRest(left: Expression, { operator, precedence }: Infix): Expression {
    const place = { line: left.line, column: left.column };
    if (operator === '?') {
      const whenTrue = this.parse(CONDITIONAL);
      this.#reader.expect(':');
      return { kind: 'conditional', condition: left, whenTrue, whenFalse: this.parse(CONDITIONAL), ...place };
    }
    if (operator === 'is') return { kind: 'is', operand: left, type: this.#parseType(), ...place };
    return { kind: 'binary', operator, left, right: this.parse(precedence + 1), ...place };
  }

  #parseType(): TestedType {
    const token = this.#reader.current;
    const type = TYPE_NAMES.find((name) => name === token.text);
    if (token.kind !== 'word' || !type) {
      this.#reader.fail(
        `An unsupported type identifier was used with the 'is' operator. Received ${token.text}. Expected one of ${TYPE_NAMES.join()}`,
      );
    }
    this.#reader.advance();
    return type;
  }

  #parseUnary(): Expression {
    const { line, column } = this.#reader.current;
    if (this.#reader.sees('--') || this.#reader.sees('++')) {
      this.#reader.fail('Increment (++) and decrement (--) operators are not supported.');
    }
    if (this.#reader.take('!'))
      return { kind: 'unary', operator: '!', operand: this.#parseUnary(), line, column };
    if (this.#reader.take('-')) {
      if (this.#reader.current.text === String(MAX_INTEGER + 1n)) {
        this.#reader.advance();
        return this.#parsePostfix({ kind: 'literal', value: -MAX_INTEGER - 1n, line, column });
      }
      const operand = this.#parsePostfix(this.#parsePrimary());
      return { kind: 'unary', operator: '-', operand, line, column };
    }
    return this.#parsePostfix(this.#parsePrimary());
  }

  #parsePostfix(primary: Expression): Expression {
    let object = primary;
    const { line, column } = primary;
    for (;;) {
      if (this.#reader.take('.')) {
        const name = this.#reader.expectMember();
        object = this.#reader.take('(')
          ? this.#parseCall(object, name.text, name, object)
          : { kind: 'member', object, name: name.text, line, column };
      } else if (this.#reader.take('[')) {
        object = this.#parseIndex(object);
      } else {
        return object;
      }
    }
  }

  #parseIndex(object: Expression): Expression {
    const { line, column } = object;
    const from = this.#reader.sees(':') ? undefined : this.parse(CONDITIONAL);
    if (!this.#reader.take(':')) {
      this.#reader.expect(']');
      if (!from) this.#reader.failUnexpected();
      return { kind: 'index', object, index: from, line, column };
    }
    const to = this.#reader.sees(']') ? undefined : this.parse(CONDITIONAL);
    this.#reader.expect(']');
    return { kind: 'range', object, from, to, line, column };
  }

  #parseCall(
    object: Expression | undefined,
    name: string,
    namePosition: Position,
    start: Position,
  ): Expression {
    const place = { line: start.line, column: start.column };
    return { kind: 'call', object, name, namePosition, arguments: this.#parseItems(')'), ...place };
  }

  /** Reads up to the closing bracket. A trailing comma is allowed. */
  #parseItems(closing: ')' | ']'): Expression[] {
    const items: Expression[] = [];
    while (!this.#reader.take(closing)) {
      items.push(this.parse(CONDITIONAL));
      if (!this.#reader.sees(closing)) this.#reader.expect(',');
    }
    return items;
  }

  #parsePrimary(): Expression {
    const token = this.#reader.current;
    const place = { line: token.line, column: token.column };
    if (seesPath(this.#reader)) {
      return { kind: 'path', parts: parsePathParts(this.#reader, () => this.parse(CONDITIONAL)), ...place };
    }
    const value = this.#readLiteral();
    if (value !== undefined) {
      this.#reader.advance();
      return { kind: 'literal', value, ...place };
    }
    if (this.#reader.take('(')) {
      const inner = this.parse(CONDITIONAL);
      this.#reader.expect(')');
      return { kind: 'group', inner, ...place };
    }
    if (this.#reader.take('[')) return { kind: 'list', elements: this.#parseItems(']'), ...place };
    if (this.#reader.take('{')) return { kind: 'map', entries: this.#parseEntries(), ...place };
    const name = this.#reader.expectName();
    if (this.#reader.take('(')) return this.#parseCall(undefined, name.text, name, name);
    return { kind: 'variable', name: name.text, ...place };
  }

  #parseEntries(): { key: Expression; value: Expression }[] {
    const entries: { key: Expression; value: Expression }[] = [];
    while (!this.#reader.take('}')) {
      const key = this.parse(CONDITIONAL);
      this.#reader.expect(':');
      entries.push({ key, value: this.parse(CONDITIONAL) });
      if (!this.#reader.sees('}')) this.#reader.expect(',');
    }
    return entries;
  }

  /** Returns undefined if the next token is not a literal. */
  #readLiteral(): null | boolean | bigint | number | string | Uint8Array | undefined {
    const token = this.#reader.current;
    if (token.kind === 'string' || token.kind === 'bytes') return token.value;
    if (token.kind === 'float') return Number(token.text);
    if (token.kind === 'integer') {
      const value = BigInt(token.text);
      if (value > MAX_INTEGER) throw new RulesSyntaxError(`Invalid number literal ${token.text}.`, token);
      return value;
    }
    if (this.#reader.sees('null')) return null;
    if (this.#reader.sees('true')) return true;
    return this.#reader.sees('false') ? false : undefined;
  }
}
