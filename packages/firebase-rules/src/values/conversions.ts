import { typeOf } from './types.ts';
import { EvaluationError, RulesPath, type RulesValue } from './rules-value.ts';

const INTEGER = /^[+-]?\d+$/;
const FLOAT = /^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[fFdD]?|NaN|Infinity)$/;
const INTEGER_BITS = 64;
const MAX_INTEGER = 2n ** 63n - 1n;

/** Removes spaces and control characters at both ends, as Java does. */
export const trim = (text: string): string => text.replace(/^[\0- ]+|[\0- ]+$/g, '');

export function toText(value: RulesValue): string {
  if (typeof value === 'string') return value;
  if (value === null || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return floatToText(value);
  if (value instanceof RulesPath) {
    return `/${value.segments.map((segment) => (typeof segment === 'string' ? segment : '')).join('/')}`;
  }
  throw new EvaluationError(`Unsupported operation error. Received: string(${typeOf(value)}).`);
}

/** In Java's format: 1.0, 1.0E21. */
function floatToText(value: number): string {
  if (!Number.isFinite(value) || Object.is(value, 0)) return value === 0 ? '0.0' : String(value);
  if (Object.is(value, -0)) return '-0.0';
  const size = Math.abs(value);
  if (size >= 1e-3 && size < 1e7) return Number.isInteger(value) ? `${value}.0` : String(value);
  const [digits = '', exponent = ''] = value.toExponential().split('e');
  return `${digits.includes('.') ? digits : `${digits}.0`}E${exponent.replace('+', '')}`;
}

export function textToInteger(text: string): bigint {
  if (INTEGER.test(text)) {
    const value = BigInt(text.replace('+', ''));
    if (BigInt.asIntN(INTEGER_BITS, value) === value) return value;
  }
  throw notConvertible(text, 'int');
}

/** Rounds toward zero. Values out of range become the nearest 64-bit integer. */
export function floatToInteger(value: number): bigint {
  if (Number.isNaN(value)) return 0n;
  if (value >= Number(MAX_INTEGER)) return MAX_INTEGER;
  return value <= -Number(MAX_INTEGER) ? -MAX_INTEGER - 1n : BigInt(Math.trunc(value));
}

export function textToFloat(text: string): number {
  const trimmed = trim(text);
  if (!FLOAT.test(trimmed)) throw notConvertible(text, 'float');
  return Number(trimmed.replace(/[fFdD]$/, ''));
}

const notConvertible = (text: string, type: string) =>
  new EvaluationError(`Type conversion error. Argument: [${text}], From type: [string], To type: [${type}].`);
