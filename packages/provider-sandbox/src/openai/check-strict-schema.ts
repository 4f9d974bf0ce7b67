import { TurnedDown } from '../http/answer.ts';
import { typesOf, type JsonSchema } from '../vision/json-schema.ts';
import { invalidRequest } from './errors.ts';

const deepest = 10;
const mostProperties = 5_000;
const unsupported = ['allOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentRequired', 'dependentSchemas'];

/** What `strict: true` asks of a schema before the model follows it to the letter. */
export function checkStrictSchema(name: string, schema: JsonSchema): void {
  const isObject = typesOf(schema).includes('object') && schema.anyOf === undefined;
  if (!isObject) refuse(name, [], 'schema must be a JSON Schema of \'type: "object"\'');
  const properties = check(name, schema, [], 1);
  if (properties > mostProperties) refuse(name, [], `${properties} properties exceed ${mostProperties}`);
}

/** How many properties it has in all. */
function check(name: string, schema: JsonSchema, path: readonly string[], depth: number): number {
  const keyword = unsupported.find((each) => each in schema);
  if (keyword !== undefined) refuse(name, path, `'${keyword}' is not permitted`);
  if (depth > deepest) refuse(name, [], `more than ${deepest} levels of nesting`);
  const { properties = {}, required = [], items, anyOf = [], $defs = {} } = schema;
  if (typesOf(schema).includes('object')) checkObject(name, schema, path);
  if (typesOf(schema).includes('array') && !items) refuse(name, path, 'array schema missing items');
  const extra = required.find((each) => !(each in properties));
  if (extra !== undefined) refuse(name, path, `extra required key '${extra}' supplied`);
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
    refuse(name, path, "'additionalProperties' is required to be supplied and to be false");
  }
  const missing = Object.keys(schema.properties ?? {}).find((key) => !schema.required?.includes(key));
  if (missing !== undefined) {
    refuse(
      name,
      path,
      `'required' is required to be an array including every key in properties; missing '${missing}'`,
    );
  }
}

function refuse(name: string, path: readonly string[], problem: string): never {
  const place = path.map((step) => `'${step}'`).join(', ');
  throw new TurnedDown(
    invalidRequest(
      `Invalid schema for response_format '${name}': In context=(${place}), ${problem}.`,
      'text.format.schema',
      'invalid_json_schema',
    ),
  );
}
