import { RejectedRequest } from '../http/reply.ts';
import { JsonSchemaSchema, type JsonSchema } from '../texts/write-answer.ts';
import { invalidRequest } from './errors.ts';

/** Checks the requirements of `strict: true`, and that the sandbox can fill the schema. */
export function readStrictSchema(name: string, value: unknown): JsonSchema {
  const schema = JsonSchemaSchema.safeParse(value);
  if (!schema.success) {
    const { path, message } = schema.error.issues[0] ?? { path: [], message: 'Invalid schema' };
    return reject(name, path, message);
  }
  const { properties, required, additionalProperties } = schema.data;
  if (additionalProperties) reject(name, [], "'additionalProperties' must be supplied and be false");
  const missing = Object.keys(properties).find((key) => !required.includes(key));
  if (missing !== undefined) reject(name, [], `'required' must include every property; missing '${missing}'`);
  const extra = required.find((key) => !(key in properties));
  if (extra !== undefined) reject(name, [], `extra required key '${extra}' supplied`);
  const listless = Object.keys(properties).find((key) => isListWithoutItems(properties[key]));
  if (listless !== undefined) reject(name, ['properties', listless], 'array schema missing items');
  return schema.data;
}

const isListWithoutItems = (property: JsonSchema['properties'][string] | undefined): boolean =>
  property?.type === 'array' && property.items === undefined;

function reject(name: string, path: readonly PropertyKey[], problem: string): never {
  const place = path.map((step) => `'${String(step)}'`).join(', ');
  throw new RejectedRequest(
    invalidRequest(
      `Invalid schema for response_format '${name}': In context=(${place}), ${problem}.`,
      'text.format.schema',
      'invalid_json_schema',
    ),
  );
}
