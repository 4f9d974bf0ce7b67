import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addFaults, openSandbox, readCalls } from '../testing.ts';
import { askOpenAi, redSquare, textsSchema } from '../vision/testing.ts';

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
const part = (content: object) => ({ input: [{ role: 'user', content: [content] }] });

describe('POST /openai/v1/responses', () => {
  let url: string;
  beforeEach(async () => {
    ({ url } = await openSandbox());
  });

  it('answers in JSON by schema, counts tokens, and charges a description', async () => {
    const response = await askOpenAi(url, {}, { store: false, reasoning: { effort: 'low' } });
    expect(response.status).toBe(200);
    expect(response.headers.get('x-request-id')).toMatch(/^req_/);
    expect(await response.clone().json()).toMatchObject({
      object: 'response',
      status: 'completed',
      model: 'gpt-5.4-mini',
      store: false,
      incomplete_details: null,
      error: null,
      output: [{ type: 'reasoning' }, { type: 'message', role: 'assistant', content: [{ annotations: [] }] }],
      usage: {
        input_tokens: 111,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens_details: { reasoning_tokens: 128 },
      },
    });
    expect(JSON.parse(await readText(response))).toMatchObject({
      title: 'Red square in white',
      keywords: expect.arrayContaining(['red', 'isolated', 'plain background']),
      category: 8,
    });
    const { operations } = await readCalls(url);
    expect(operations).toEqual({ 'openai/describe': { received: 1, answered: 1, paid: 1 } });
  });

  it('counts calls by file name and image digest', async () => {
    await askOpenAi(url);
    await askOpenAi(url, { text: 'Once more.\nFile name: "red-square.png"' });
    const { prompts } = await readCalls(url);
    expect(Object.keys(prompts)).toEqual([
      expect.stringMatching(/^File name: red-square\.png \[[0-9a-f]{64}\]$/),
    ]);
    expect(Object.values(prompts)).toEqual([{ received: 2, answered: 2, paid: 2 }]);
  });

  it('answers with text if there is no schema', async () => {
    expect(await readText(await askOpenAi(url, {}, { text: undefined }))).toMatch(/^Red square in white\. /);
  });

  it('reports too few tokens for the text or for the reasoning', async () => {
    const cut = await askOpenAi(url, {}, { max_output_tokens: 20 });
    expect(await cut.clone().json()).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      output: [{ type: 'message', status: 'incomplete' }],
      usage: { output_tokens: 20 },
    });
    expect(await readText(cut)).toHaveLength(80);
    const silent = await askOpenAi(url, {}, { max_output_tokens: 20, reasoning: { effort: 'high' } });
    expect(await silent.json()).toMatchObject({
      status: 'incomplete',
      output: [{ type: 'reasoning' }],
      usage: { output_tokens: 20, output_tokens_details: { reasoning_tokens: 20 } },
    });
  });

  it.each<[string, Record<string, unknown>, string, string]>([
    ['an unknown field', { prompt: 'x' }, 'prompt', 'unknown_parameter'],
    ['a field of another API', { response_format: {} }, 'response_format', 'unknown_parameter'],
    ['no input', { input: undefined }, 'input', 'missing_required_parameter'],
    ['an empty input', { input: [] }, 'input', 'array_below_min_length'],
    ['too few tokens', { max_output_tokens: 15 }, 'max_output_tokens', 'integer_below_min_value'],
    ['an unknown effort', { reasoning: { effort: 'huge' } }, 'reasoning.effort', 'invalid_value'],
    ['an unsupported effort', { reasoning: { effort: 'minimal' } }, 'reasoning.effort', 'unsupported_value'],
    [
      'a temperature for a reasoning model',
      { temperature: 0, reasoning: { effort: 'low' } },
      'temperature',
      'unsupported_parameter',
    ],
    ['too high a temperature', { temperature: 3 }, 'temperature', 'decimal_above_max_value'],
    ['an unknown role', { input: [{ role: 'x', content: '' }] }, 'input[0].role', 'invalid_value'],
    [
      'a Chat Completions part',
      part({ type: 'text', text: 'x' }),
      'input[0].content[0].type',
      'invalid_value',
    ],
    [
      'a Chat Completions image',
      part({ type: 'input_image', image_url: { url: '' } }),
      'input[0].content[0].image_url',
      'invalid_type',
    ],
    [
      'a bad name',
      { text: { format: { type: 'json_schema', name: 'a b', schema: {} } } },
      'text.format.name',
      'invalid_value',
    ],
    [
      'no schema',
      { text: { format: { type: 'json_schema', name: 'x' } } },
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
    ['oneOf', { ...textsSchema, properties: { ...properties, title: { oneOf: [{}] } } }],
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
    ['an empty file', Buffer.alloc(0), 'image/png', 'empty_image_file'],
    ['an unsupported type', redSquare, 'image/tiff', 'unsupported_image_media_type'],
  ])('rejects %s as a picture', async (_, picture, mimeType, code) => {
    const response = await askOpenAi(url, { picture, mimeType });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { param: 'input[0].content[0].image_url', code },
    });
  });

  it('accepts a still GIF and rejects an animated one', async () => {
    const frame = { create: { width: 8, height: 8, channels: 3, background: 'red' } } as const;
    const still = await sharp(frame).gif().toBuffer();
    const other = await sharp({ create: { ...frame.create, background: 'blue' } })
      .png()
      .toBuffer();
    const first = await sharp(frame).png().toBuffer();
    const moving = await sharp([first, other], { join: { animated: true } })
      .gif()
      .toBuffer();
    const mimeType = 'image/gif';
    expect((await askOpenAi(url, { picture: still, mimeType })).status).toBe(200);
    const refused = await askOpenAi(url, { picture: moving, mimeType });
    expect(await refused.json()).toMatchObject({ error: { code: 'invalid_image_format' } });
  });

  it('rejects image models and retired models', async () => {
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
      output: [{ content: [{ type: 'refusal', refusal: expect.any(String) }] }],
    });
    expect(await (await askOpenAi(url)).json()).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'content_filter' },
      output: [],
    });
  });
});
