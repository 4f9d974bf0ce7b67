/** The parts of JSON Schema that OpenAI and Gemini support for structured output. */
import { z } from 'zod';

export const JsonSchemaSchema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  nullable: z.boolean().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).min(1).optional(),
  required: z.array(z.string()).optional(),
  minItems: z.coerce.number().optional(),
  maxItems: z.coerce.number().optional(),
  maxLength: z.coerce.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  $ref: z.string().optional(),
  get properties() {
    return z.record(z.string(), JsonSchemaSchema).optional();
  },
  get items() {
    return JsonSchemaSchema.optional();
  },
  get anyOf() {
    return z.array(JsonSchemaSchema).min(1).optional();
  },
  get oneOf() {
    return z.array(JsonSchemaSchema).min(1).optional();
  },
  get $defs() {
    return z.record(z.string(), JsonSchemaSchema).optional();
  },
});
export type JsonSchema = z.infer<typeof JsonSchemaSchema>;

/** In lower case: Gemini writes types in capitals. */
export function typesOf({ type, nullable, properties, items }: JsonSchema): string[] {
  const types = [type ?? (properties ? 'object' : items ? 'array' : 'string')].flat();
  return [...types.map((each) => each.toLowerCase()), ...(nullable ? ['null'] : [])];
}

/** Follows a `$ref`. */
export function resolve(schema: JsonSchema, root: JsonSchema): JsonSchema | undefined {
  if (schema.$ref === undefined) return schema;
  return schema.$ref === '#' ? root : root.$defs?.[schema.$ref.replace(/^#\/\$defs\//, '')];
}
