import { RulesSyntaxError } from './issues.ts';
import { tokenize, type Token } from './tokenize.ts';

/** The words that cannot name a variable, a parameter or a function. */
const RESERVED = new Set(
  'allow break case continue default do else extends false for function goto if import in is let match not null package return rules_version service switch then true var while'.split(
    ' ',
  ),
);
/** Google reads these two as a beginning wherever they stand. */
const NEVER_A_MEMBER = new Set(['rules_version', 'service']);

export class TokenReader {
  readonly #tokens: readonly Token[];
  #next = 0;

  constructor(source: string) {
    this.#tokens = tokenize(source);
  }

  get current(): Token {
    return this.#at(this.#next);
  }

  get following(): Token {
    return this.#at(this.#next + 1);
  }

  #at(index: number): Token {
    const token = this.#tokens[Math.min(index, this.#tokens.length - 1)];
    if (!token) throw new Error('There is not even an end token.');
    return token;
  }

  advance(): Token {
    const token = this.current;
    if (token.kind !== 'end') this.#next++;
    return token;
  }

  /** Whether a symbol or keyword comes next. */
  sees(text: string): boolean {
    const { kind } = this.current;
    return (kind === 'symbol' || kind === 'word') && this.current.text === text;
  }

  take(text: string): boolean {
    const seen = this.sees(text);
    if (seen) this.advance();
    return seen;
  }

  expect(text: string): Token {
    if (!this.sees(text)) this.fail(`Unexpected '${this.#shown}', expected '${text}'.`);
    return this.advance();
  }

  seesName(): boolean {
    return this.current.kind === 'word' && !RESERVED.has(this.current.text);
  }

  expectName(): Token {
    if (!this.seesName()) this.failUnexpected();
    return this.advance();
  }

  /** After a dot, keywords are names too. */
  expectMember(): Token {
    if (this.current.kind !== 'word' || NEVER_A_MEMBER.has(this.current.text)) this.failUnexpected();
    return this.advance();
  }

  failUnexpected(): never {
    return this.fail(`Unexpected '${this.#shown}'.`);
  }

  get #shown(): string {
    return this.current.kind === 'segment' ? `/${this.current.text}` : this.current.text;
  }

  fail(description: string): never {
    throw new RulesSyntaxError(description, this.current);
  }
}
