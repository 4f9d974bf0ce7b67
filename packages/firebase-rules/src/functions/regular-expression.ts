import { translatePattern } from './translate-pattern.ts';
import { EvaluationError } from '../values/rules-value.ts';

const MAX_CACHED = 500;
const compiled = new Map<string, Compiled>();

interface Compiled {
  readonly anywhere: RegExp;
  readonly whole: RegExp;
}

/** Why this is no pattern of the language; undefined for a good one. */
export function findPatternProblem(pattern: string): string | undefined {
  try {
    compile(pattern);
    return undefined;
  } catch (error) {
    if (error instanceof EvaluationError) return error.message;
    throw error;
  }
}

export const matchesFully = (text: string, pattern: string): boolean => compile(pattern).whole.test(text);

export function replaceAll(text: string, pattern: string, replacement: string): string {
  let result = '';
  let start = 0;
  for (const match of text.matchAll(compile(pattern).anywhere)) {
    result += text.slice(start, match.index) + expandReplacement(replacement, match);
    start = match.index + match[0].length;
  }
  return result + text.slice(start);
}

/** Without the empty texts at the end. */
export function splitBy(text: string, pattern: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (const match of text.matchAll(compile(pattern).anywhere)) {
    parts.push(text.slice(start, match.index));
    start = match.index + match[0].length;
  }
  parts.push(text.slice(start));
  while (parts.length > 1 && parts.at(-1) === '') parts.pop();
  return parts;
}

/** In a replacement `$1` and `${name}` are groups, and a backslash takes the next character as it is. */
function expandReplacement(replacement: string, match: RegExpExecArray): string {
  const expand = (_text: string, plain?: string, digits?: string, name = '') => {
    if (plain !== undefined) return plain;
    if (digits !== undefined) return expandGroup(digits, match);
    if (!match.groups || !Object.hasOwn(match.groups, name)) throw noGroup(name);
    return match.groups[name] ?? '';
  };
  return replacement.replace(/\\([\s\S])|\$(\d+)|\$\{(\w*)\}/g, expand);
}

/** As many digits as there are groups for: with one group, `$10` is `$1` and a zero. */
function expandGroup(digits: string, match: RegExpExecArray): string {
  let length = digits.length;
  while (length > 1 && Number(digits.slice(0, length)) >= match.length) length--;
  const index = Number(digits.slice(0, length));
  if (index >= match.length) throw noGroup(digits);
  return (match[index] ?? '') + digits.slice(length);
}

const noGroup = (name: string) => new EvaluationError(`There is no group ${name} to replace with.`);

function compile(pattern: string): Compiled {
  const known = compiled.get(pattern);
  if (known) return known;
  const source = translatePattern(pattern);
  let made: Compiled;
  try {
    made = { anywhere: new RegExp(source, 'gu'), whole: new RegExp(`^(?:${source})$`, 'u') };
  } catch (cause) {
    throw new EvaluationError(`Invalid regular expression pattern. Pattern: ${pattern}.`, { cause });
  }
  if (compiled.size >= MAX_CACHED) compiled.clear();
  compiled.set(pattern, made);
  return made;
}
