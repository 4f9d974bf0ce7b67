/** Values as firebase-tools sends them: of requests, `{"string_value": "a"}`, and of documents, `{"stringValue": "a"}`. */
import { RulesPath, Timestamp, type RulesMap, type RulesValue } from './rules-value.ts';

export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [name: string]: Json };

export const toObject = (json: Json | undefined): JsonObject =>
  typeof json === 'object' && json !== null && !Array.isArray(json) ? json : {};

export const toText = (json: Json | undefined): string => (typeof json === 'string' ? json : '');

export const parseFields = (json: Json | undefined): RulesMap =>
  new Map(Object.entries(toObject(json)).map(([name, value]) => [name, parseValue(value)]));

export function parseValue(json: Json | undefined): RulesValue {
  const [kind, value = null] = Object.entries(toObject(json))[0] ?? [];
  switch (kind) {
    case 'null_value':
    case 'nullValue':
      return null;
    case 'bool_value':
    case 'booleanValue':
      return value === true;
    case 'int_value':
    case 'integerValue':
      return BigInt(Number(value));
    case 'float_value':
    case 'doubleValue':
      return Number(value);
    case 'string_value':
    case 'stringValue':
      return toText(value);
    case 'timestamp_value':
    case 'timestampValue':
      return parseTimestamp(toText(value));
    case 'list_value':
    case 'arrayValue':
      return toList(toObject(value)['values']).map(parseValue);
    case 'map_value':
    case 'mapValue':
      return parseFields(toObject(value)['fields']);
    case 'path_value':
      return new RulesPath(
        toList(toObject(value)['segments']).map((segment) => toText(toObject(segment)['simple'])),
      );
    default:
      throw new TypeError(`Values of the kind ${kind ?? 'none'} are not supported.`);
  }
}

const toList = (json: Json | undefined): Json[] => (Array.isArray(json) ? json : []);

/** JavaScript's dates have milliseconds; the rest of the fraction is added. */
function parseTimestamp(text: string): Timestamp {
  const [, start = '', fraction = '', zone = ''] = /^([^.Z+]+)(?:\.(\d+))?(.+)$/.exec(text) ?? [];
  const milliseconds = Date.parse(start + zone);
  if (Number.isNaN(milliseconds)) throw new TypeError(`${text} is not a timestamp.`);
  return new Timestamp(BigInt(milliseconds) * 1_000_000n + BigInt(fraction.padEnd(9, '0')));
}
