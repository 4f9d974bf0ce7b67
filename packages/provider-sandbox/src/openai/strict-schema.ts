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
  checkObject(name, [], schema.data);
  for (const [key, property] of Object.entries(schema.data.properties)) {
    if (property.type !== 'array') continue;
    const { items } = property;
    if (!items) reject(name, ['properties', key], 'array schema missing items');
    if (items.type === 'object') checkObject(name, ['properties', key, 'items'], items);
  }
  return schema.data;
}

function checkObject(
  name: string,
  path: readonly string[],
  {
    properties,
    required,
    additionalProperties,
  }: Pick<JsonSchema, 'required' | 'additionalProperties'> & { properties: object },
): void {
  if (additionalProperties) reject(name, path, "'additionalProperties' must be supplied and be false");
  const missing = Object.keys(properties).find((key) => !required.includes(key));
  if (missing !== undefined)
    reject(name, path, `'required' must include every property; missing '${missing}'`);
  const extra = required.find((key) => !(key in properties));
  if (extra !== undefined) reject(name, path, `extra required key '${extra}' supplied`);
}

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
