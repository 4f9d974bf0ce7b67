import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { generateWithOpenAi, openSandbox, readCalls, readImages } from '../testing.ts';

const ListSchema = z.strictObject({
  object: z.literal('list'),
  data: z.array(
    z.strictObject({ id: z.string(), object: z.literal('model'), created: z.int(), owned_by: z.string() }),
  ),
});

describe('POST /openai/v1/images/generations', () => {
  let url: string;
  beforeEach(async () => {
    ({ url } = await openSandbox());
  });

  it('returns an image with its properties and tokens', async () => {
    const response = await generateWithOpenAi(url, { size: '1024x1536', output_format: 'jpeg' });
    expect(response.status).toBe(200);
    expect(response.headers.get('x-request-id')).toMatch(/^req_/);
    expect(await response.clone().json()).toMatchObject({
      output_format: 'jpeg',
      quality: 'low',
      size: '1024x1536',
      background: 'opaque',
      usage: { input_tokens: 3, output_tokens: 408, total_tokens: 411 },
    });
    const images = await readImages(response);
    expect(images).toHaveLength(1);
    expect(await sharp(images[0]).metadata()).toMatchObject({ format: 'jpeg', width: 1_024, height: 1_536 });
    const [other] = await readImages(await generateWithOpenAi(url, { size: '1024x1536' }));
    expect(images[0]?.equals(other ?? Buffer.alloc(0))).toBe(false);
  });

  it('makes the background transparent on request', async () => {
    const [image] = await readImages(
      await generateWithOpenAi(url, { background: 'transparent', prompt: 'a blue vase' }),
    );
    const { channels, isOpaque } = await sharp(image).stats();
    expect(isOpaque).toBe(false);
    expect(channels[3]).toMatchObject({ min: 0, max: 255 });
  });

  it.each([
    [{ prompt: undefined }, 'prompt', 'missing_required_parameter'],
    [{ prompt: '' }, 'prompt', 'string_below_min_length'],
    [{ prompt: 5 }, 'prompt', 'invalid_type'],
    [{ prompt: 'x'.repeat(32_001) }, 'prompt', 'string_above_max_length'],
    [{ n: 2 }, 'n', 'invalid_value'],
    [{ n: '1' }, 'n', 'invalid_value'],
    [{ size: '1000x1000' }, 'size', 'invalid_value'],
    [{ size: '3840x1024' }, 'size', 'invalid_value'],
    [{ size: '512x512' }, 'size', 'invalid_value'],
    [{ size: 'auto' }, 'size', 'invalid_value'],
    [{ quality: 'best' }, 'quality', 'invalid_value'],
    [{ background: 'green' }, 'background', 'invalid_value'],
    [{ background: 'transparent', output_format: 'jpeg' }, 'background', 'invalid_value'],
    [{ output_format: 'gif' }, 'output_format', 'invalid_value'],
    [{ output_compression: 100 }, 'output_compression', 'unknown_parameter'],
    [{ response_format: 'b64_json' }, 'response_format', 'unknown_parameter'],
    [{ style: 'vivid' }, 'style', 'unknown_parameter'],
    [{ aspect_ratio: '1:1' }, 'aspect_ratio', 'unknown_parameter'],
  ])('rejects %j', async (fields, param, code) => {
    const response = await generateWithOpenAi(url, fields);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error', param, code } });
    expect((await readCalls(url)).providers['openai']).toEqual({ received: 1, answered: 1, paid: 0 });
  });

  it.each(['gpt-image-1', 'gpt-5.4-mini'])('rejects the model %s', async (model) => {
    const response = await generateWithOpenAi(url, { model });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: 'model_not_found' } });
  });

  it.each(['openai', 'xai'])('lists the models of %s with every field of the service', async (provider) => {
    const headers = { authorization: `Bearer sandbox-${provider}-key-1` };
    const { data } = ListSchema.parse(
      await (await fetch(`${url}/${provider}/v1/models`, { headers })).json(),
    );
    expect(data).not.toEqual([]);
  });

  it('rejects unknown keys', async () => {
    const response = await fetch(`${url}/openai/v1/images/generations`, {
      method: 'POST',
      headers: { authorization: 'Bearer sandbox-xai-key-1', 'content-type': 'application/json' },
      body: '{}',
    });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: { code: 'invalid_api_key' } });
  });
});
