import { RulesError, type BinaryOperator, type Expression } from './syntax.ts';
import { tokenize, type Token } from './tokenize.ts';

/** Words that cannot name a variable, a parameter or a function. */
const RESERVED = new Set(
  'allow false function if in is let match null return rules_version service true'.split(' '),
);
const PRECEDENCES: ReadonlyMap<string, number> = new Map<BinaryOperator, number>([
  ['||', 1],
  ['&&', 2],
  ['in', 3],
  ['==', 4],
  ['!=', 4],
  ['<', 5],
  ['<=', 5],
  ['>', 5],
  ['>=', 5],
]);
const isOperator = (text: string): text is BinaryOperator => PRECEDENCES.has(text);
const UNSUPPORTED_OPERATORS = new Set(['+', '-', '*', '/', '%', '?', 'is']);

export class ExpressionParser {
  readonly #tokens: readonly Token[];
  #next = 0;

  constructor(source: string) {
    this.#tokens = tokenize(source);
  }

  parseExpression(lowest = 0): Expression {
    let left = this.#parseUnary();
    for (;;) {
      const { text } = this.current;
      if (this.#seesOneOf(UNSUPPORTED_OPERATORS)) this.fail(`The operator '${text}' is not supported.`);
      const precedence = PRECEDENCES.get(text) ?? -1;
      if (!this.sees(text) || !isOperator(text) || precedence < lowest) return left;
      this.advance();
      const { line, column } = left;
      const right = this.parseExpression(precedence + 1);
      left = { kind: 'binary', operator: text, left, right, line, column };
    }
  }

  #parseUnary(): Expression {
    const { line, column } = this.current;
    return this.take('!') ? { kind: 'not', operand: this.#parseUnary(), line, column } : this.#parsePostfix();
  }

  #parsePostfix(): Expression {
    const { line, column } = this.current;
    let object = this.#parsePrimary();
    for (;;) {
      if (this.take('.')) {
        const member = this.expectWord();
        const name = member.text;
        if (!this.take('(')) object = { kind: 'member', object, name, line, column };
        else if (object.kind === 'variable') object = this.#parseCall(`${object.name}.${name}`, object);
        else throw new RulesError(`The method '${name}()' is not supported.`, member);
      } else if (this.take('[')) {
        object = { kind: 'index', object, index: this.parseExpression(), line, column };
        if (this.sees(':')) this.fail("Ranges such as '[1:2]' are not supported.");
        this.expect(']');
      } else {
        return object;
      }
    }
  }

  #parseCall(name: string, { line, column }: Pick<Token, 'line' | 'column'>): Expression {
    return { kind: 'call', name, arguments: this.#parseItems(')'), line, column };
  }

  #parsePrimary(): Expression {
    const { kind, text, line, column } = this.current;
    const place = { line, column };
    if (kind === 'segment' || (this.sees('/') && this.#at(1).text === '$(')) {
      return { kind: 'path', parts: this.#parsePath(), ...place };
    }
    const value = readLiteral(this.current);
    if (value !== undefined) {
      this.advance();
      return { kind: 'literal', value, ...place };
    }
    if (this.take('(')) {
      const inner = this.parseExpression();
      this.expect(')');
      return inner;
    }
    if (this.take('[')) return { kind: 'list', elements: this.#parseItems(']'), ...place };
    if (this.sees('{')) this.fail('Map literals are not supported.');
    if (this.#seesOneOf(UNSUPPORTED_OPERATORS)) this.fail(`The operator '${text}' is not supported.`);
    const name = this.expectName();
    return this.take('(')
      ? this.#parseCall(name.text, name)
      : { kind: 'variable', name: name.text, ...place };
  }

  #parsePath(): (string | Expression)[] {
    const parts: (string | Expression)[] = [];
    for (;;) {
      if (this.current.kind === 'segment') {
        parts.push(this.advance().text);
      } else if (this.take('/')) {
        this.expect('$(');
        parts.push(this.parseExpression());
        this.expect(')');
      } else {
        return parts;
      }
    }
  }

  #parseItems(closing: ')' | ']'): Expression[] {
    const items: Expression[] = [];
    while (!this.take(closing)) {
      items.push(this.parseExpression());
      if (!this.sees(closing)) this.expect(',');
    }
    return items;
  }

  protected get current(): Token {
    return this.#at(0);
  }

  #at(distance: number): Token {
    const token = this.#tokens[Math.min(this.#next + distance, this.#tokens.length - 1)];
    if (!token) throw new Error('The end token is missing.');
    return token;
  }

  protected advance(): Token {
    const token = this.current;
    this.#next++;
    return token;
  }

  /** Whether this symbol or keyword comes next. */
  protected sees(text: string): boolean {
    const { kind } = this.current;
    return (kind === 'symbol' || kind === 'word') && this.current.text === text;
  }

  #seesOneOf(texts: ReadonlySet<string>): boolean {
    return texts.has(this.current.text) && this.sees(this.current.text);
  }

  protected take(text: string): boolean {
    const isNext = this.sees(text);
    if (isNext) this.advance();
    return isNext;
  }

  protected expect(text: string): void {
    if (!this.take(text)) this.fail(`Unexpected '${this.current.text}', expected '${text}'.`);
  }

  protected expectName(): Token {
    if (RESERVED.has(this.current.text)) this.failUnexpected();
    return this.expectWord();
  }

  /** After a dot, keywords are names too. */
  protected expectWord(): Token {
    if (this.current.kind !== 'word') this.failUnexpected();
    return this.advance();
  }

  protected failUnexpected(): never {
    return this.fail(`Unexpected '${this.current.text}'.`);
  }

  protected fail(message: string): never {
    throw new RulesError(message, this.current);
  }
}

/** Undefined for another token. */
function readLiteral({ kind, text }: Token): null | boolean | bigint | string | undefined {
  if (kind === 'string') return text;
  if (kind === 'integer') return BigInt(text);
  if (kind !== 'word') return undefined;
  if (text === 'null') return null;
  return text === 'true' || text === 'false' ? text === 'true' : undefined;
}
