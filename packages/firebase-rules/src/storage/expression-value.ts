/** Values that firebase-tools sends to its Storage rules runtime, such as `{"string_value": "a"}`. */
import { parseString, toJsonObject, type Json } from '../firestore-json.ts';
import { parseTimestamp } from '../values/time.ts';
import { RulesPath, RulesSet, type RulesValue } from '../values/rules-value.ts';

export function fromExpressionValue(json: Json | undefined): RulesValue {
  const [kind, value = null] = Object.entries(toJsonObject(json))[0] ?? [];
  switch (kind) {
    case 'null_value':
      return null;
    case 'bool_value':
      return value === true;
    case 'int_value':
      return BigInt(Number(value));
    case 'float_value':
      return Number(value);
    case 'string_value':
      return parseString(value);
    case 'timestamp_value':
      return parseTimestamp(parseString(value));
    case 'list_value':
      return listIn(value, 'values').map(fromExpressionValue);
    case 'set_value':
      return new RulesSet(listIn(value, 'values').map(fromExpressionValue));
    case 'map_value': {
      const fields = Object.entries(toJsonObject(toJsonObject(value)['fields'] ?? {}));
      return new Map(fields.map(([name, field]) => [name, fromExpressionValue(field)]));
    }
    case 'path_value':
      return new RulesPath(
        listIn(value, 'segments').map((segment) => parseString(toJsonObject(segment)['simple'] ?? '')),
      );
    default:
      throw new TypeError(`Unknown kind of value: ${kind ?? 'none'}.`);
  }
}

function listIn(json: Json, name: string): Json[] {
  const list = toJsonObject(json)[name] ?? [];
  if (!Array.isArray(list)) throw new TypeError(`'${name}' is not a list.`);
  return list;
}
