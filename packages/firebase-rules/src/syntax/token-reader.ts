import { RulesSyntaxError } from './issues.ts';
import { tokenize, type Token } from './tokenize.ts';

/** Words that cannot name a variable, a parameter or a function. */
const RESERVED = new Set(
  'allow break case continue default do else extends false for function goto if import in is let match not null package return rules_version service switch then true var while'.split(
    ' ',
  ),
);
/** Google treats these two as the start of a declaration everywhere, even after a dot. */
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
    if (!token) throw new Error('The end token is missing.');
    return token;
  }

  advance(): Token {
    const token = this.current;
    if (token.kind !== 'end') this.#next++;
    return token;
  }

  /** Whether this symbol or keyword comes next. */
  sees(text: string): boolean {
    const { kind } = this.current;
    return (kind === 'symbol' || kind === 'word') && this.current.text === text;
  }

  take(text: string): boolean {
    const isNext = this.sees(text);
    if (isNext) this.advance();
    return isNext;
  }

  expect(text: string): Token {
    if (!this.sees(text)) this.fail(`Unexpected '${this.#currentText}', expected '${text}'.`);
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
    return this.fail(`Unexpected '${this.#currentText}'.`);
  }

  get #currentText(): string {
    return this.current.kind === 'segment' ? `/${this.current.text}` : this.current.text;
  }

  fail(description: string): never {
    throw new RulesSyntaxError(description, this.current);
  }
}
