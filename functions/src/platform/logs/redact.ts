/** Removes keys, email addresses and tokens of links from what is logged. The only place that does. */
import { listSecrets, MIN_SECRET_LENGTH } from '../config/secrets.ts';

const MAX_DEPTH = 6;
/** Callers choose some of the text, and the patterns take longer than its length. */
const MAX_LENGTH = 2000;
/** Of an error and its causes. */
const MAX_STACK_LENGTH = 10_000;

const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[token]'],
  [/\b(Bearer|Basic) [\w.~+/=-]+/gi, '$1 [token]'],
  // Who knows the token of a link sees its pictures.
  [/\b(api\/shared|shares)\/[^\s/"']+/g, '$1/[token]'],
  [/([?&](?:[\w-]{0,64}signature|[\w-]{0,64}credential|token|key|api_key)=)[^&\s"']+/gi, '$1[key]'],
  // The formats of the providers, and keys that a provider has masked, as in `sk-ab***yz`.
  [/\b(?:sk|rk|pk|xai)-[\w-]{4,}|\bAIza[\w-]{8,}|\bya29\.[\w.-]+/g, '[key]'],
  [/[\w-]{0,64}\*{3,}[\w*-]*/g, '[key]'],
  [/[^\s"'<>(){}[\]=,:;/@]{1,64}(?:@|%40)[^\s"'<>(){}[\]=,:;/@]{1,64}\.[a-z]{2,}/gi, '[email]'],
];

export function redactText(text: string, maxLength = MAX_LENGTH): string {
  const secrets = listSecrets();
  // Passwords may have any characters.
  const others = secrets.filter((secret) => /[^\w-]/.test(secret) || secret.length < MIN_SECRET_LENGTH);
  const isPiece = (word: string) => secrets.some((secret) => secret.includes(word) || word.includes(secret));
  const words = new RegExp(`[\\w-]{${MIN_SECRET_LENGTH},}`, 'g');
  const known = cut(text, maxLength).replaceAll(words, (word) => (isPiece(word) ? '[key]' : word));
  const hidden = others.reduce((result, secret) => result.replaceAll(secret, '[key]'), known);
  return PATTERNS.reduce((result, [pattern, word]) => result.replaceAll(pattern, word), hidden);
}

/** Without the last word, which may be a part of a key or an address. */
const cut = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength).replace(/\S{1,100}$/, '')}…`;

/** Redacts texts in lists and objects, too. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (value instanceof Error) return describeError(value);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (depth === MAX_DEPTH) return '[more]';
  if (Array.isArray(value)) return value.map((each: unknown) => redact(each, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, redact(each, depth + 1)]));
}

/** The error and its causes in one line, without stacks. */
export const describeError = (error: unknown): string =>
  redactText(listCauses(error).map(String).join(' < '));

/** The stacks of the error and its causes. */
export const describeStack = (error: unknown): string =>
  redactText(
    listCauses(error)
      .map((cause) => (cause instanceof Error && cause.stack) || String(cause))
      .join('\nCaused by: '),
    MAX_STACK_LENGTH,
  );

function listCauses(error: unknown): unknown[] {
  const causes: unknown[] = [error];
  for (let cause = error; cause instanceof Error && causes.length <= MAX_DEPTH;) {
    cause = cause.cause;
    if (cause !== undefined) causes.push(cause);
  }
  return causes;
}
