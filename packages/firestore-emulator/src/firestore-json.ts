/** Firestore values and timestamps in protobuf's JSON form. See https://protobuf.dev/programming-guides/json/ */
import { Reference, Timestamp, type Fields, type Value, isArray, isMap } from './firestore-values.ts';

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type JsonObject = { [name: string]: Json };

/** JSON that does not have the expected form. */
export class InvalidPayloadError extends Error {}

export const invalidPayload = () => new InvalidPayloadError("Payload isn't valid for request.");

export const isJsonObject = (json: Json | undefined): json is JsonObject =>
  typeof json === 'object' && json !== null && !Array.isArray(json);

export function toJsonObject(json: Json | undefined): JsonObject {
  if (!isJsonObject(json)) throw invalidPayload();
  return json;
}

function printValue(value: Value): JsonObject {
  if (value === null) return { nullValue: null };
  if (typeof value === 'boolean') return { booleanValue: value };
  if (typeof value === 'bigint') return { integerValue: String(value) };
  if (typeof value === 'number') return { doubleValue: printDouble(value) };
  if (typeof value === 'string') return { stringValue: value };
  if (value instanceof Timestamp) return { timestampValue: printTimestamp(value) };
  if (value instanceof Uint8Array) return { bytesValue: Buffer.from(value).toString('base64') };
  if (value instanceof Reference) return { referenceValue: value.name };
  if (isArray(value)) return { arrayValue: value.length > 0 ? { values: value.map(printValue) } : {} };
  return { mapValue: isMap(value) && value.size > 0 ? { fields: printFields(value) } : {} };
}

export const printFields = (fields: Fields): JsonObject =>
  Object.fromEntries([...fields].map(([name, value]) => [name, printValue(value)]));

const printDouble = (value: number): Json =>
  Number.isFinite(value) && !Object.is(value, -0) ? value : Object.is(value, -0) ? '-0' : String(value);

function parseValue(json: Json | undefined): Value {
  const [entry, ...others] = Object.entries(toJsonObject(json));
  if (!entry || others.length > 0) throw invalidPayload();
  const [type, content] = entry;
  switch (type) {
    case 'nullValue':
      return null;
    case 'booleanValue':
      if (typeof content !== 'boolean') throw invalidPayload();
      return content;
    case 'integerValue':
      return parseInteger(content);
    case 'doubleValue':
      return parseDouble(content);
    case 'stringValue':
      return parseString(content);
    case 'timestampValue':
      return parseTimestamp(content);
    case 'bytesValue':
      return parseBytes(content);
    case 'referenceValue':
      return new Reference(parseString(content));
    case 'arrayValue': {
      const { values = [] } = toJsonObject(content);
      if (!Array.isArray(values)) throw invalidPayload();
      return values.map(parseValue);
    }
    case 'mapValue':
      return parseFields(toJsonObject(content)['fields'] ?? {});
    default:
      throw new InvalidPayloadError(`Values of the type ${type} are not supported.`);
  }
}

export const parseFields = (json: Json): Map<string, Value> =>
  new Map(Object.entries(toJsonObject(json)).map(([name, value]) => [name, parseValue(value)]));

function parseString(json: Json): string {
  if (typeof json !== 'string') throw invalidPayload();
  return json;
}

function parseInteger(json: Json): bigint {
  if (typeof json !== 'string' && typeof json !== 'number') throw invalidPayload();
  try {
    const integer = BigInt(json);
    if (BigInt.asIntN(64, integer) !== integer) throw invalidPayload();
    return integer;
  } catch {
    throw invalidPayload();
  }
}

function parseDouble(json: Json): number {
  if (typeof json === 'number') return json;
  if (typeof json !== 'string' || (json !== 'NaN' && !/^-?(?:\d|Infinity$)/.test(json)))
    throw invalidPayload();
  return Number(json);
}

/** Standard or URL-safe base64. */
const parseBytes = (json: Json): Uint8Array => Uint8Array.from(Buffer.from(parseString(json), 'base64'));

const TIMESTAMP = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/;

function parseTimestamp(json: Json): Timestamp {
  const [, time, fraction = '', zone] = TIMESTAMP.exec(parseString(json)) ?? [];
  const seconds = Date.parse(`${time}${zone}`) / 1000;
  if (Number.isNaN(seconds)) throw invalidPayload();
  return new Timestamp(seconds, Number(fraction.padEnd(9, '0')));
}

export function printTimestamp({ seconds, nanos }: Timestamp): string {
  const fraction = String(nanos)
    .padStart(9, '0')
    .replace(/(?:000){1,2}$/, '');
  const time = new Date(seconds * 1000).toISOString().slice(0, -'.000Z'.length);
  return nanos === 0 ? `${time}Z` : `${time}.${fraction}Z`;
}
