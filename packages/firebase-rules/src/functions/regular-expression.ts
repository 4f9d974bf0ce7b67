/** Regular expressions of the rules language, which are RE2's. */
import { RE2JS, RE2JSGroupException, RE2JSSyntaxException } from 're2js';
import { EvaluationError } from '../values/rules-value.ts';

const MAX_CACHED = 500;
const compiled = new Map<string, RE2JS>();

/** The error for an invalid pattern, undefined for a valid one. */
export function findPatternProblem(pattern: string): string | undefined {
  try {
    compile(pattern);
    return undefined;
  } catch (error) {
    if (error instanceof EvaluationError) return error.message;
    throw error;
  }
}

export const matchesFully = (text: string, pattern: string): boolean => compile(pattern).testExact(text);

/** As in Java, `$1` and `${name}` insert groups, and a backslash escapes the next character. */
export function replaceAll(text: string, pattern: string, replacement: string): string {
  try {
    return compile(pattern).matcher(text).replaceAll(replacement, true);
  } catch (cause) {
    if (cause instanceof RE2JSGroupException) {
      throw new EvaluationError(`Invalid replacement: ${replacement}.`, { cause });
    }
    throw cause;
  }
}

/** Drops empty strings at the end only; RE2JS also drops one at the start. */
export function splitBy(text: string, pattern: string): string[] {
  const parts: string[] = [];
  let start = 0;
  const matcher = compile(pattern).matcher(text);
  while (matcher.find()) {
    parts.push(text.slice(start, matcher.start()));
    start = matcher.end();
  }
  parts.push(text.slice(start));
  while (parts.length > 1 && parts.at(-1) === '') parts.pop();
  return parts;
}

function compile(pattern: string): RE2JS {
  const known = compiled.get(pattern);
  if (known) return known;
  let expression: RE2JS;
  try {
    expression = RE2JS.compile(pattern);
  } catch (cause) {
    if (!(cause instanceof RE2JSSyntaxException)) throw cause;
    throw new EvaluationError(`Invalid regular expression pattern. Pattern: ${pattern}.`, { cause });
  }
  if (compiled.size >= MAX_CACHED) compiled.clear();
  compiled.set(pattern, expression);
  return expression;
}
