import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addFaults, askOpenAi, openSandbox, readCalls, redSquare, textsSchema } from '../testing.ts';

const AnswerSchema = z.object({
  output: z.array(
    z.object({
      type: z.string(),
      content: z.array(z.object({ type: z.string(), text: z.string().optional() })).default([]),
    }),
  ),
});

async function readText(response: Response): Promise<string> {
  const { output } = AnswerSchema.parse(await response.json());
  return output.flatMap(({ content }) => content.flatMap(({ text }) => text ?? [])).join('');
}

const askFor = (schema: object) => ({
  text: { format: { type: 'json_schema', name: 'texts', strict: true, schema } },
});

describe('POST /openai/v1/responses', () => {
  let url: string;
  beforeEach(async () => {
    ({ url } = await openSandbox());
  });

  it('answers in JSON by schema, counts tokens, and charges a description', async () => {
    const response = await askOpenAi(url);
    expect(response.status).toBe(200);
    expect(response.headers.get('x-request-id')).toMatch(/^req_/);
    expect(await response.clone().json()).toMatchObject({
      object: 'response',
      status: 'completed',
      model: 'gpt-5.4-mini',
      store: false,
      incomplete_details: null,
      error: null,
      instructions: expect.any(String),
      metadata: {},
      parallel_tool_calls: true,
      temperature: 1,
      tool_choice: 'auto',
      tools: [],
      top_p: 1,
      output: [
        { type: 'reasoning' },
        { type: 'message', role: 'assistant', content: [{ annotations: [], logprobs: [] }] },
      ],
      usage: {
        input_tokens: 118,
        input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
        output_tokens_details: { reasoning_tokens: 128 },
      },
    });
    expect(JSON.parse(await readText(response))).toMatchObject({
      title: expect.stringMatching(/^Red square - /),
      keywords: expect.arrayContaining(['red', 'square']),
      category: expect.any(Number),
    });
    const { operations } = await readCalls(url);
    expect(operations).toEqual({ 'openai/describe': { received: 1, answered: 1, paid: 1 } });
  });

  it('counts calls by file name and image digest', async () => {
    await askOpenAi(url);
    await askOpenAi(url, { text: 'Once more.\nFile name: red-square.png' });
    const { prompts } = await readCalls(url);
    expect(Object.keys(prompts)).toEqual([
      expect.stringMatching(/^File name: red-square\.png \[[0-9a-f]{64}\]$/),
    ]);
    expect(Object.values(prompts)).toEqual([{ received: 2, answered: 2, paid: 2 }]);
  });

  it('rejects a data URL of more than 20 MB', async () => {
    const response = await askOpenAi(url, { picture: Buffer.alloc(16 * 1024 * 1024) });
    expect(await response.json()).toMatchObject({
      error: { param: 'input[0].content[0].image_url', code: 'string_above_max_length' },
    });
    expect(response.status).toBe(400);
  });

  it.each<[string, Record<string, unknown>, string, string]>([
    ['an unknown field', { temperature: 0 }, 'temperature', 'unknown_parameter'],
    ['no input', { input: undefined }, 'input', 'missing_required_parameter'],
    ['an empty input', { input: [] }, 'input', 'array_below_min_length'],
    ['too few tokens', { max_output_tokens: 3_999 }, 'max_output_tokens', 'integer_below_min_value'],
    ['another effort', { reasoning: { effort: 'high' } }, 'reasoning.effort', 'invalid_value'],
    ['a stream', { stream: true }, 'stream', 'unknown_parameter'],
    ['another role', { input: [{ role: 'system', content: [] }] }, 'input[0].role', 'invalid_value'],
    ['plain text', { text: { format: { type: 'text' } } }, 'text.format.type', 'invalid_value'],
    [
      'a bad name',
      { text: { format: { type: 'json_schema', name: 'a b', strict: true, schema: {} } } },
      'text.format.name',
      'invalid_value',
    ],
    [
      'a schema that is not strict',
      { text: { format: { type: 'json_schema', name: 'x', strict: false, schema: {} } } },
      'text.format.strict',
      'invalid_value',
    ],
    [
      'no schema',
      { text: { format: { type: 'json_schema', name: 'x', strict: true } } },
      'text.format.schema',
      'missing_required_parameter',
    ],
  ])('rejects %s', async (_, fields, param, code) => {
    const response = await askOpenAi(url, {}, fields);
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error', param, code } });
    expect(response.status).toBe(400);
    expect((await readCalls(url)).operations).toEqual({
      'openai/describe': { received: 1, answered: 1, paid: 0 },
    });
  });

  const { properties } = textsSchema;
  const listOf = (changes: object) => ({
    type: 'array',
    items: {
      type: 'object',
      properties: { kind: { type: 'string' } },
      required: ['kind'],
      additionalProperties: false,
      ...changes,
    },
  });

  it('accepts a list of objects', async () => {
    const schema = { ...textsSchema, properties: { ...properties, keywords: listOf({}) } };
    expect((await askOpenAi(url, {}, askFor(schema))).status).toBe(200);
  });

  it.each([
    ['an array at the root', { type: 'array', items: { type: 'string' } }],
    ['additional properties', { ...textsSchema, additionalProperties: undefined }],
    ['an optional property', { ...textsSchema, required: ['title', 'keywords'] }],
    ['an unknown required property', { ...textsSchema, required: [...textsSchema.required, 'more'] }],
    [
      'an array without items',
      { ...textsSchema, properties: { ...properties, keywords: { type: 'array' } } },
    ],
    [
      'a nested object with additional properties',
      { ...textsSchema, properties: { ...properties, title: { type: 'object', properties: {} } } },
    ],
    [
      'a list of objects with an optional property',
      { ...textsSchema, properties: { ...properties, keywords: listOf({ required: [] }) } },
    ],
    [
      'a list of objects with additional properties',
      { ...textsSchema, properties: { ...properties, keywords: listOf({ additionalProperties: true }) } },
    ],
    ['a limit', { ...textsSchema, properties: { ...properties, title: { type: 'string', maxLength: 9 } } }],
    ['a choice', { ...textsSchema, properties: { ...properties, title: { enum: ['a', 'b'] } } }],
  ])('rejects a strict schema with %s', async (_, schema) => {
    const response = await askOpenAi(url, {}, askFor(schema));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { param: 'text.format.schema', code: 'invalid_json_schema' },
    });
  });

  it.each([
    ['no picture', Buffer.from('hello'), 'image/png', 'image_parse_error'],
    ['a truncated picture', redSquare.subarray(0, redSquare.length / 2), 'image/png', 'image_parse_error'],
    ['an empty file', Buffer.alloc(0), 'image/png', 'invalid_base64_image'],
    ['an unsupported type', redSquare, 'image/tiff', 'unsupported_image_media_type'],
  ])('rejects %s as a picture', async (_, picture, mimeType, code) => {
    const response = await askOpenAi(url, { picture, mimeType });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { param: 'input[0].content[0].image_url', code },
    });
  });

  it('rejects an animated picture', async () => {
    const frames = ['red', 'blue'].map((background) =>
      sharp({ create: { width: 8, height: 8, channels: 3, background } })
        .png()
        .toBuffer(),
    );
    const picture = await sharp(await Promise.all(frames), { join: { animated: true } })
      .webp()
      .toBuffer();
    const refused = await askOpenAi(url, { picture, mimeType: 'image/webp' });
    expect(await refused.json()).toMatchObject({ error: { code: 'invalid_image_format' } });
  });

  it('rejects other models', async () => {
    for (const model of ['gpt-image-2.5-flare', 'gpt-4-vision-preview']) {
      const response = await askOpenAi(url, {}, { model });
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: { code: 'model_not_found' } });
    }
  });

  it('refuses with a message or with the content filter', async () => {
    await addFaults(url, [
      { provider: 'openai', times: 1, fault: { kind: 'refusal' } },
      { provider: 'openai', times: 1, fault: { kind: 'refusal', reason: 'content_filter' } },
    ]);
    expect(await (await askOpenAi(url)).json()).toMatchObject({
      status: 'completed',
      output: [{}, { content: [{ type: 'refusal', refusal: expect.any(String) }] }],
    });
    expect(await (await askOpenAi(url)).json()).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'content_filter' },
      output: [{ type: 'reasoning' }],
    });
  });
});
