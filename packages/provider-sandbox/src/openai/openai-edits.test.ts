import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { makePicture } from '../pictures/make-picture.ts';
import { addFaults, openSandbox, postJson, readCalls, readImages } from '../testing.ts';

const draw = (transparent = false) =>
  makePicture({ prompt: 'a red house', seed: '1', format: 'png', width: 300, height: 200, transparent });
const picture = await draw();

interface Image {
  bytes?: Buffer;
  type?: string;
}

function edit(url: string, images: readonly Image[] = [{}], fields: Record<string, string> = {}) {
  const body = new FormData();
  const entries = {
    model: 'gpt-image-2.5-sunburst',
    prompt: 'in watercolors',
    quality: 'medium',
    background: 'opaque',
    size: '1024x1024',
    output_format: 'png',
    n: '1',
    ...fields,
  };
  for (const [name, value] of Object.entries(entries)) body.set(name, value);
  for (const { bytes = picture, type = 'image/png' } of images) {
    body.append('image', new Blob([new Uint8Array(bytes)], { type }), 'picture');
  }
  const headers = { authorization: 'Bearer sandbox-openai-key-2' };
  return fetch(`${url}/openai/v1/images/edits`, { method: 'POST', headers, body });
}

describe('POST /openai/v1/images/edits', () => {
  let url: string;
  beforeEach(async () => {
    ({ url } = await openSandbox());
  });

  it('restyles the uploaded picture and counts the tokens of both', async () => {
    const response = await edit(url, [{}], { size: '1536x1024', quality: 'low', output_format: 'jpeg' });
    expect(await response.clone().json()).toMatchObject({
      output_format: 'jpeg',
      quality: 'low',
      size: '1536x1024',
      background: 'opaque',
      usage: {
        input_tokens: 327,
        input_tokens_details: { text_tokens: 4, image_tokens: 323 },
        output_tokens: 408,
        total_tokens: 735,
      },
    });
    const [styled] = await readImages(response);
    expect(await sharp(styled).metadata()).toMatchObject({ format: 'jpeg', width: 1_536, height: 1_024 });
    expect((await readCalls(url)).operations['openai/edit']).toEqual({ received: 1, answered: 1, paid: 1 });

    // Similar, but not equal.
    const blurred = (bytes?: Buffer) => sharp(bytes).resize(12, 8, { fit: 'fill' }).raw().toBuffer();
    const [before, after] = await Promise.all([blurred(picture), blurred(styled)]);
    const difference = before.reduce((sum, value, index) => sum + Math.abs(value - (after[index] ?? 0)), 0);
    expect(difference / before.length).toBeLessThan(40);
    expect(difference).toBeGreaterThan(0);
  });

  it('restyles a picture differently for another prompt', async () => {
    const [plain] = await readImages(await edit(url));
    const [pixels] = await readImages(await edit(url, [{}], { prompt: 'Pixel art of this picture.' }));
    expect(plain?.equals(pixels ?? Buffer.alloc(0))).toBe(false);
  });

  it('keeps transparency on request, and is white there otherwise', async () => {
    const bytes = await draw(true);
    const [kept] = await readImages(await edit(url, [{ bytes }], { background: 'transparent' }));
    const [filled] = await readImages(await edit(url, [{ bytes }]));
    expect((await sharp(kept).stats()).isOpaque).toBe(false);
    expect((await sharp(filled).stats()).isOpaque).toBe(true);
  });

  it.each<[string, Image[], Record<string, string>, string, string]>([
    ['no picture', [], {}, 'image', 'missing_required_parameter'],
    ['two pictures', [{}, {}], {}, 'image', 'invalid_type'],
    ['text instead of an image', [], { image: 'picture.png' }, 'image', 'invalid_type'],
    ['an unsupported type', [{ type: 'image/gif' }], {}, 'image', 'unsupported_image_media_type'],
    ['a file that is not a picture', [{ bytes: Buffer.from('hello') }], {}, 'image', 'image_parse_error'],
    ['a PNG declared as JPEG', [{ type: 'image/jpeg' }], {}, 'image', 'image_parse_error'],
    [
      'a truncated picture',
      [{ bytes: picture.subarray(0, picture.length / 2) }],
      {},
      'image',
      'image_parse_error',
    ],
    ['no prompt', [{}], { prompt: '' }, 'prompt', 'string_below_min_length'],
    ['a field of generations only', [{}], { moderation: 'low' }, 'moderation', 'unknown_parameter'],
    ['two images', [{}], { n: '2' }, 'n', 'invalid_value'],
    ['too small a size', [{}], { size: '512x512' }, 'size', 'invalid_value'],
    [
      'a transparent JPEG',
      [{}],
      { background: 'transparent', output_format: 'jpeg' },
      'background',
      'invalid_value',
    ],
  ])('rejects %s', async (_, images, fields, param, code) => {
    const response = await edit(url, images, fields);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { param, code } });
    expect((await readCalls(url)).operations).toEqual({
      'openai/edit': { received: 1, answered: 1, paid: 0 },
    });
  });

  it.each([
    ['1536x1024', 200],
    ['1360x1024', 400],
    ['auto', 400],
  ])('answers an edit as JSON of the size %s with %i', async (size, status) => {
    const response = await postJson(
      `${url}/openai/v1/images/edits`,
      {
        model: 'gpt-image-2.5-sunburst',
        prompt: 'in watercolors',
        quality: 'medium',
        background: 'opaque',
        size,
        output_format: 'png',
        n: 1,
        images: [{ image_url: `data:image/png;base64,${picture.toString('base64')}` }],
      },
      { authorization: 'Bearer sandbox-openai-key-1' },
    );
    expect(response.status).toBe(status);
    if (status === 400) {
      expect(await response.json()).toMatchObject({ error: { param: 'size', code: 'invalid_value' } });
    }
  });

  it('requires a form', async () => {
    const headers = { authorization: 'Bearer sandbox-openai-key-1', 'content-type': 'application/json' };
    const response = await fetch(`${url}/openai/v1/images/edits`, { method: 'POST', headers, body: '{}' });
    expect(response.status).toBe(400);
  });

  it('matches faults by prompt and operation', async () => {
    const match = { promptIncludes: 'oil', operation: 'edit' };
    await addFaults(url, [{ provider: 'openai', match, fault: { kind: 'refusal' } }]);
    const refused = await edit(url, [{}], { prompt: 'in oil' });
    expect(await refused.json()).toMatchObject({ error: { code: 'moderation_blocked' } });
    expect((await edit(url)).status).toBe(200);
  });
});
