/** Reads fields of a body and rejects them as the Images API does. */
import { RejectedRequest } from '../http/reply.ts';
import { invalidRequest } from './errors.ts';

export type Fields = Record<string, unknown>;

const describeType = (value: unknown) => (Array.isArray(value) ? 'an array' : `a ${typeof value}`);

function rejectRequest(message: string, param: string, code: string): never {
  throw new RejectedRequest(invalidRequest(message, param, code));
}

export function rejectUnknown(fields: Fields, known: readonly string[]): void {
  const unknown = Object.keys(fields).find((name) => !known.includes(name));
  if (unknown !== undefined) rejectRequest(`Unknown parameter: '${unknown}'.`, unknown, 'unknown_parameter');
}

export function readText(fields: Fields, name: string, longest: number): string | undefined {
  const value = fields[name] ?? undefined;
  if (value === undefined) return undefined;
  if (typeof value !== 'string') {
    return rejectRequest(
      `Invalid type for '${name}': expected a string, but got ${describeType(value)} instead.`,
      name,
      'invalid_type',
    );
  }
  if (value.length > longest) {
    rejectRequest(
      `Invalid '${name}': string too long. Expected at most ${longest} characters, but got ${value.length}.`,
      name,
      'string_above_max_length',
    );
  }
  return value;
}

export function readRequiredText(fields: Fields, name: string, longest: number): string {
  const value = readText(fields, name, longest);
  if (value === undefined)
    return rejectRequest(`Missing required parameter: '${name}'.`, name, 'missing_required_parameter');
  if (value === '') rejectRequest(`Invalid '${name}': empty string.`, name, 'empty_string');
  return value;
}

export function readOneOf<Value extends string>(
  fields: Fields,
  name: string,
  values: readonly Value[],
): Value | undefined {
  const text = readText(fields, name, Infinity);
  if (text === undefined) return undefined;
  const value = values.find((each) => each === text);
  if (value === undefined) {
    const supported = values.map((each) => `'${each}'`).join(', ');
    return rejectRequest(
      `Invalid value: '${text}'. Supported values are: ${supported}.`,
      name,
      'invalid_value',
    );
  }
  return value;
}

export function readInteger(fields: Fields, name: string, low: number, high: number): number | undefined {
  const value = fields[name] ?? undefined;
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    const got = typeof value === 'number' ? 'a decimal number' : describeType(value);
    return rejectRequest(
      `Invalid type for '${name}': expected an integer, but got ${got} instead.`,
      name,
      'invalid_type',
    );
  }
  if (value < low) {
    rejectRequest(
      `Invalid '${name}': expected a value >= ${low}, but got ${value}.`,
      name,
      'integer_below_min_value',
    );
  }
  if (value > high) {
    rejectRequest(
      `Invalid '${name}': expected a value <= ${high}, but got ${value}.`,
      name,
      'integer_above_max_value',
    );
  }
  return value;
}
