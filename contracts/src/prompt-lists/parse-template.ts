import {
  TemplateError,
  type Bounds,
  type Choice,
  type Option,
  type Template,
  type TemplatePart,
} from './template.ts';

const MAX_DEPTH = 20;
/** More are not exact. */
const MAX_DIGITS = 15;
// Each character can match in one way only. A pattern that tries several freezes the page on a long line of digits.
const ESCAPED = /\\([{}|\\_$%#:~!@])/y;
const BOUNDS = /\s*(\d+)?(?:(-)(\d+)?)?\$\$(?:([^${}]*)\$\$)?/y;
const WEIGHT = /\s*(-?(?:\d+(?:\.\d*)?|\.\d+))::/y;
const SAMPLER = /\s*[~!@]/y;
const LIST = /__([^_{}|$](?:(?!__)[^{}|$])*)__/y;
const PLAIN = /[^{}|\\$%_]+/y;

interface Cursor {
  readonly text: string;
  at: number;
  depth: number;
}

/** Throws a TemplateError. */
export function parseTemplate(text: string): Template {
  const cursor: Cursor = { text, at: 0, depth: 0 };
  const template = parseParts(cursor);
  if (cursor.at < text.length) {
    throw new TemplateError(cursor.at + 1, 'This } has no {. Remove it, or write \\}.');
  }
  return template;
}

/** An entry of a list, which may start with a weight. */
export function parseOption(text: string): Option {
  const weight = readWeight({ text, at: 0, depth: 0 });
  const template = parseTemplate(weight === undefined ? text : text.slice(text.indexOf('::') + 2));
  return { weight: weight ?? 1, template };
}

function parseParts(cursor: Cursor): Template {
  const parts: TemplatePart[] = [];
  let plain = '';
  while (cursor.at < cursor.text.length) {
    const part = parsePart(cursor);
    if (part === undefined) break;
    if (typeof part === 'string') plain += part;
    else {
      if (plain !== '') parts.push(plain);
      plain = '';
      parts.push(part);
    }
  }
  if (plain !== '') parts.push(plain);
  return parts;
}

/** Undefined at the end of an option. */
function parsePart(cursor: Cursor): TemplatePart | undefined {
  const { text, at } = cursor;
  const column = at + 1;
  const [, escaped] = read(ESCAPED, cursor) ?? [];
  if (escaped !== undefined) return escaped;
  switch (text[at]) {
    case '{':
      return parseChoice(cursor);
    case '}':
      return undefined;
    case '|':
      if (cursor.depth > 0) return undefined;
      break;
    case '_':
      if (text.startsWith('__', at)) return parseList(cursor);
      break;
    case '$':
      if (text[at + 1] === '{') {
        throw new TemplateError(column, 'Variables are not supported. Remove the $, or write \\$.');
      }
      if (cursor.depth > 0 && text[at + 1] === '$') {
        throw new TemplateError(column, '$$ follows a number, as in {2$$a|b|c}. Write \\$\\$ for the signs.');
      }
      break;
    case '%':
      if (text[at + 1] === '{') {
        throw new TemplateError(column, 'Wraps are not supported. Remove the %, or write \\%.');
      }
      break;
    default: {
      const [found] = read(PLAIN, cursor) ?? [];
      if (found !== undefined) return found;
    }
  }
  cursor.at += 1;
  return text.charAt(at);
}

function parseChoice(cursor: Cursor): Choice {
  const column = cursor.at + 1;
  cursor.at += 1;
  cursor.depth += 1;
  if (cursor.depth > MAX_DEPTH) {
    throw new TemplateError(column, `Braces can be nested ${MAX_DEPTH} deep. Simplify this prompt.`);
  }
  const signColumn = cursor.at + 1;
  if (read(SAMPLER, cursor)) {
    throw new TemplateError(
      signColumn,
      'Signs for samplers (~ ! @) are not supported. Remove the sign, or write a \\ before it.',
    );
  }
  const bounds = readBounds(cursor);
  const options: Option[] = [];
  for (;;) {
    const weight = readWeight(cursor) ?? 1;
    options.push({ weight, template: parseParts(cursor) });
    const end = cursor.text[cursor.at];
    if (end === undefined) throw new TemplateError(column, 'This { is not closed. Add a }, or write \\{.');
    cursor.at += 1;
    if (end === '}') break;
  }
  cursor.depth -= 1;
  if (options.length === 1 && options[0]?.template.length === 0) {
    throw new TemplateError(column, 'These braces have no options. Write some, as in {red|blue}.');
  }
  return { kind: 'choice', options, bounds, column };
}

function readBounds(cursor: Cursor): Bounds | null {
  const column = cursor.at + 1;
  const found = read(BOUNDS, cursor);
  if (!found) return null;
  const [, first, dash, second, separator = ', '] = found;
  if (first === undefined && second === undefined) {
    throw new TemplateError(column, 'Write how many to choose before $$, as in {2$$a|b|c}.');
  }
  // Also in the original, the smaller number is the minimum.
  const min = first === undefined ? 1 : readNumber(first, column);
  if (dash === undefined) return { min, max: min, separator };
  if (second === undefined) return { min, max: null, separator };
  const max = readNumber(second, column);
  return { min: Math.min(min, max), max: Math.max(min, max), separator };
}

function readWeight(cursor: Cursor): number | undefined {
  const column = cursor.at + 1;
  const [, digits] = read(WEIGHT, cursor) ?? [];
  if (digits === undefined) return undefined;
  if (digits.startsWith('-')) {
    throw new TemplateError(column, 'Weights are 0 or more. Remove the minus sign.');
  }
  return readNumber(digits, column);
}

function readNumber(digits: string, column: number): number {
  if (digits.length > MAX_DIGITS) {
    throw new TemplateError(column, `Numbers have at most ${MAX_DIGITS} digits. Shorten this one.`);
  }
  return Number(digits);
}

function parseList(cursor: Cursor): TemplatePart {
  const column = cursor.at + 1;
  const [, name] = read(LIST, cursor) ?? [];
  if (name === undefined) {
    throw new TemplateError(column, 'This list is not closed. Add __ after its name, or write \\_\\_.');
  }
  return { kind: 'list', name: name.trim().toLowerCase(), column };
}

/** Moves behind the match. */
function read(pattern: RegExp, cursor: Cursor): RegExpExecArray | null {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text);
  if (found) cursor.at = pattern.lastIndex;
  return found;
}
