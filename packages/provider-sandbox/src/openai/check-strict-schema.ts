import { RejectedRequest } from '../http/reply.ts';
import { typesOf, type JsonSchema } from '../vision/json-schema.ts';
import { invalidRequest } from './errors.ts';

const MAX_DEPTH = 10;
const MAX_PROPERTIES = 5_000;
const unsupported = ['allOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentRequired', 'dependentSchemas'];

/** Checks the requirements of `strict: true`. */
export function checkStrictSchema(name: string, schema: JsonSchema): void {
  const isObject = typesOf(schema).includes('object') && schema.anyOf === undefined;
  if (!isObject) reject(name, [], 'schema must be a JSON Schema of \'type: "object"\'');
  const properties = check(name, schema, [], 1);
  if (properties > MAX_PROPERTIES) reject(name, [], `${properties} properties exceed ${MAX_PROPERTIES}`);
}

/** Returns the number of properties at all levels. */
function check(name: string, schema: JsonSchema, path: readonly string[], depth: number): number {
  const keyword = unsupported.find((each) => each in schema);
  if (keyword !== undefined) reject(name, path, `'${keyword}' is not permitted`);
  if (depth > MAX_DEPTH) reject(name, [], `more than ${MAX_DEPTH} levels of nesting`);
  const { properties = {}, required = [], items, anyOf = [], $defs = {} } = schema;
  if (typesOf(schema).includes('object')) checkObject(name, schema, path);
  if (typesOf(schema).includes('array') && !items) reject(name, path, 'array schema missing items');
  const extra = required.find((each) => !(each in properties));
  if (extra !== undefined) reject(name, path, `extra required key '${extra}' supplied`);
  const inner: [string[], JsonSchema][] = [
    ...Object.entries(properties).map(([key, each]): [string[], JsonSchema] => [['properties', key], each]),
    ...Object.entries($defs).map(([key, each]): [string[], JsonSchema] => [['$defs', key], each]),
    ...anyOf.map((each, index): [string[], JsonSchema] => [['anyOf', String(index)], each]),
    ...(items ? [[['items'], items] satisfies [string[], JsonSchema]] : []),
  ];
  return inner.reduce(
    (count, [step, each]) => count + check(name, each, [...path, ...step], depth + 1),
    Object.keys(properties).length,
  );
}

function checkObject(name: string, schema: JsonSchema, path: readonly string[]): void {
  if (schema['additionalProperties'] !== false) {
    reject(name, path, "'additionalProperties' is required to be supplied and to be false");
  }
  const missing = Object.keys(schema.properties ?? {}).find((key) => !schema.required?.includes(key));
  if (missing !== undefined) {
    reject(
      name,
      path,
      `'required' is required to be an array including every key in properties; missing '${missing}'`,
    );
  }
}

function reject(name: string, path: readonly string[], problem: string): never {
  const place = path.map((step) => `'${step}'`).join(', ');
  throw new RejectedRequest(
    invalidRequest(
      `Invalid schema for response_format '${name}': In context=(${place}), ${problem}.`,
      'text.format.schema',
      'invalid_json_schema',
    ),
  );
}
