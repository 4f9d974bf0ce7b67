/**
 * The language's regular expressions are RE2's. This writes one in JavaScript's form, for the flag `u`, and refuses what
 * RE2 refuses: looking around, references back, doubled repetition.
 */
import { escapeLiteral, translateClass, translateEscape, type Translated } from './translate-class.ts';
import { EvaluationError } from '../values/rules-value.ts';

const GROUP_START = /\((?:\?(?:P?<(\w+)>|([imsU]*)(?:-([imsU]+))?([:)])))?/y;
const REPETITION = /([*+?]|\{(\d+)(?:,(\d*))?\})(\??)/y;
const MAX_REPEAT = 1000;
const START_OF_TEXT = '(?<![\\s\\S])';
const END_OF_TEXT = '(?![\\s\\S])';

/** Of i, m, s and U. */
type Flags = ReadonlySet<string>;

export function translatePattern(pattern: string): string {
  return new PatternTranslator(pattern).translate();
}

class PatternTranslator {
  readonly #pattern: string;
  #offset = 0;
  #output = '';
  #flags: Flags = new Set();
  /** The case modifiers open since the last group or alternative began. */
  #openModifiers = 0;
  readonly #groups: { flags: Flags; openModifiers: number }[] = [];
  #isRepeatable = false;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  translate(): string {
    while (this.#offset < this.#pattern.length) this.#translateNext();
    if (this.#groups.length > 0) this.#refuse();
    this.#closeModifiers();
    return this.#output;
  }

  #translateNext(): void {
    const character = String.fromCodePoint(this.#pattern.codePointAt(this.#offset) ?? 0);
    const repetition = this.#match(REPETITION);
    if (repetition) return this.#repeat(repetition);
    switch (character) {
      case '(':
        return this.#openGroup();
      case ')':
        return this.#closeGroup();
      case '|':
        return this.#alternate();
      case '^':
        return this.#add(this.#flags.has('m') ? '(?<![^\\n])' : START_OF_TEXT, 1, false);
      case '$':
        return this.#add(this.#flags.has('m') ? '(?![^\\n])' : END_OF_TEXT, 1, false);
      case '.':
        return this.#add(this.#flags.has('s') ? '[\\s\\S]' : '[^\\n]', 1);
      case '[':
        return this.#addRead(translateClass(this.#pattern, this.#offset));
      case '\\':
        return this.#translateEscape();
      case '*':
      case '+':
      case '?':
        return this.#refuse();
      default:
        return this.#add(escapeLiteral(character), character.length);
    }
  }

  #translateEscape(): void {
    switch (this.#pattern.charAt(this.#offset + 1)) {
      case 'A':
        return this.#add(START_OF_TEXT, 2, false);
      case 'z':
        return this.#add(END_OF_TEXT, 2, false);
      case 'b':
        return this.#add('\\b', 2, false);
      case 'B':
        return this.#add('\\B', 2, false);
      case 'Q': {
        const end = this.#pattern.indexOf('\\E', this.#offset);
        const quoted = this.#pattern.slice(this.#offset + 2, end < 0 ? undefined : end);
        return this.#add(Array.from(quoted, escapeLiteral).join(''), quoted.length + (end < 0 ? 2 : 4));
      }
      default:
        return this.#addRead(translateEscape(this.#pattern, this.#offset));
    }
  }

  #repeat([text, , least, most, lazy]: RegExpExecArray): void {
    const repeat = text.slice(0, text.length - (lazy?.length ?? 0));
    const bounds = [least, most].filter((bound) => bound !== undefined && bound !== '').map(Number);
    if (!this.#isRepeatable || bounds.some((bound) => bound > MAX_REPEAT)) this.#refuse();
    const isLazy = (lazy === '?') !== this.#flags.has('U');
    this.#add(isLazy ? `${repeat}?` : repeat, text.length, false);
  }

  #openGroup(): void {
    const match = this.#match(GROUP_START);
    if (!match) return this.#refuse();
    const [text, name, on, off, end] = match;
    const isUnknown = text === '(' && this.#pattern.charAt(this.#offset + 1) === '?';
    if (isUnknown || text === '(?)') this.#refuse();
    const flags = this.#withFlags(on ?? '', off ?? '');
    if (end === ')') {
      this.#offset += text.length;
      this.#switchTo(flags);
      this.#isRepeatable = false;
      return;
    }
    this.#groups.push({ flags: this.#flags, openModifiers: this.#openModifiers });
    this.#openModifiers = 0;
    const opening = name === undefined ? '(' : `(?<${name}>`;
    this.#add(end === ':' ? '(?:' : opening, text.length, false);
    this.#switchTo(flags);
  }

  #closeGroup(): void {
    this.#closeModifiers();
    const outer = this.#groups.pop();
    if (!outer) return this.#refuse();
    this.#flags = outer.flags;
    this.#openModifiers = outer.openModifiers;
    this.#add(')', 1);
  }

  /** A modifier's group ends with the alternative it stands in, its effect does not. */
  #alternate(): void {
    const hadModifier = this.#openModifiers > 0;
    this.#closeModifiers();
    this.#add('|', 1, false);
    if (hadModifier) this.#openModifier();
  }

  #switchTo(flags: Flags): void {
    const isCaseChanged = flags.has('i') !== this.#flags.has('i');
    this.#flags = flags;
    if (isCaseChanged) this.#openModifier();
  }

  #openModifier(): void {
    this.#output += this.#flags.has('i') ? '(?i:' : '(?-i:';
    this.#openModifiers++;
  }

  #closeModifiers(): void {
    this.#output += ')'.repeat(this.#openModifiers);
    this.#openModifiers = 0;
  }

  #withFlags(on: string, off: string): Flags {
    const flags = new Set(this.#flags);
    for (const flag of on) flags.add(flag);
    for (const flag of off) flags.delete(flag);
    return flags;
  }

  #addRead(translated: Translated | undefined): void {
    if (!translated) return this.#refuse();
    return this.#add(translated.text, translated.length);
  }

  #add(text: string, length: number, isRepeatable = true): void {
    this.#output += text;
    this.#offset += length;
    this.#isRepeatable = isRepeatable;
  }

  #match(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.#offset;
    return expression.exec(this.#pattern);
  }

  #refuse(): never {
    throw new EvaluationError(`Invalid regular expression pattern. Pattern: ${this.#pattern}.`);
  }
}
