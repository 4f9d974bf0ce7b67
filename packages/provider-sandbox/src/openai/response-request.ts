/** The body of `POST /v1/responses` for one question, about one picture or without one. The sandbox rejects all other fields. */
import { z } from 'zod';

/** Longer than every answer of the sandbox, which therefore never cuts one. */
const MIN_OUTPUT_TOKENS = 4_000;

const ImageSchema = z.strictObject({
  type: z.literal('input_image'),
  detail: z.literal('auto'),
  image_url: z.string(),
});
const TextSchema = z.strictObject({ type: z.literal('input_text'), text: z.string() });
const MessageSchema = z.strictObject({
  role: z.literal('user'),
  content: z.union([z.tuple([ImageSchema, TextSchema]), z.tuple([TextSchema])]),
});

const FormatSchema = z.strictObject({
  type: z.literal('json_schema'),
  name: z
    .string()
    .max(64)
    .regex(/^[\w-]+$/),
  strict: z.literal(true),
  schema: z.looseObject({}),
});

export const ResponseRequestSchema = z.strictObject({
  model: z.string(),
  input: z.tuple([MessageSchema]),
  instructions: z.string(),
  max_output_tokens: z.int().min(MIN_OUTPUT_TOKENS),
  reasoning: z.strictObject({ effort: z.literal('low') }),
  text: z.strictObject({ format: FormatSchema }),
  store: z.boolean(),
  background: z.literal(true).optional(),
});
export type ResponseRequest = z.infer<typeof ResponseRequestSchema>;
