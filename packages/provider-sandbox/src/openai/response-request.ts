/** The body of `POST /v1/responses` for a single question with text and images. */
import { z } from 'zod';
import { JsonSchemaSchema } from '../vision/json-schema.ts';

const MIN_OUTPUT_TOKENS = 16;

const PartSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('input_text'), text: z.string() }),
  z.strictObject({
    type: z.literal('input_image'),
    detail: z.enum(['low', 'high', 'auto', 'original']).default('auto'),
    image_url: z.string(),
  }),
  z.strictObject({ type: z.literal('output_text'), text: z.string(), annotations: z.array(z.unknown()) }),
]);
export type Part = z.infer<typeof PartSchema>;

const MessageSchema = z.strictObject({
  type: z.literal('message').optional(),
  role: z.enum(['user', 'assistant', 'system', 'developer']),
  content: z.preprocess(
    (content) => (typeof content === 'string' ? [{ type: 'input_text', text: content }] : content),
    z.array(PartSchema),
  ),
});
export type Message = z.infer<typeof MessageSchema>;

const FormatSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text') }),
  z.strictObject({ type: z.literal('json_object') }),
  z.strictObject({
    type: z.literal('json_schema'),
    name: z
      .string()
      .max(64)
      .regex(/^[\w-]+$/),
    description: z.string().optional(),
    strict: z.boolean().nullish(),
    schema: JsonSchemaSchema,
  }),
]);

/** Includes supported fields that the sandbox ignores, because unknown ones are rejected. */
export const ResponseRequestSchema = z.strictObject({
  model: z.string(),
  input: z.preprocess(
    (input) => (typeof input === 'string' ? [{ role: 'user', content: input }] : input),
    z.array(MessageSchema).min(1),
  ),
  instructions: z.string().nullish(),
  max_output_tokens: z.int().min(MIN_OUTPUT_TOKENS).nullish(),
  reasoning: z
    .strictObject({
      effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']).nullish(),
      summary: z.enum(['auto', 'concise', 'detailed']).nullish(),
    })
    .nullish(),
  text: z
    .strictObject({
      format: FormatSchema.optional(),
      verbosity: z.enum(['low', 'medium', 'high']).nullish(),
    })
    .optional(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  store: z.boolean().nullish(),
  metadata: z.record(z.string(), z.string().max(512)).nullish(),
  background: z.boolean().nullish(),
  stream: z.literal(false).nullish(),
  truncation: z.enum(['auto', 'disabled']).nullish(),
  service_tier: z.enum(['auto', 'default', 'flex', 'priority']).nullish(),
  prompt_cache_key: z.string().nullish(),
  safety_identifier: z.string().max(64).nullish(),
  user: z.string().optional(),
});
export type ResponseRequest = z.infer<typeof ResponseRequestSchema>;
