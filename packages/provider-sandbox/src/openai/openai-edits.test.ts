import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { makePicture } from '../pictures/make-picture.ts';
import { addFaults, openSandbox, readCalls, readImages } from '../testing.ts';

const draw = async (width = 300, height = 200, transparent = false) => {
  const request = { prompt: 'a red house', seed: '1', format: 'png', width, height, transparent } as const;
  return (await makePicture(request)).bytes;
};
const picture = await draw();

interface Image {
  bytes?: Buffer;
  type?: string;
}

const many = (count: number) => Array.from({ length: count }, (): Image => ({}));

/** A list of `images` is sent as `image[]`, a single one as `image`. */
function edit(url: string, images: Image | Image[] = {}, fields: Record<string, string> = {}) {
  const body = new FormData();
  const entries = { model: 'gpt-image-2.5-sunburst', prompt: 'in watercolors', ...fields };
  for (const [name, value] of Object.entries(entries)) body.set(name, value);
  for (const { bytes = picture, type = 'image/png' } of [images].flat()) {
    const name = Array.isArray(images) ? 'image[]' : 'image';
    body.append(name, new Blob([new Uint8Array(bytes)], { type }), 'picture');
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
    const response = await edit(url, {}, { size: '1536x1024', quality: 'low', output_format: 'jpeg' });
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
    const [pixels] = await readImages(await edit(url, {}, { prompt: 'Pixel art of this picture.' }));
    expect(plain?.equals(pixels ?? Buffer.alloc(0))).toBe(false);
  });

  it.each([
    [300, 200, '1536x1024'],
    [200, 300, '1024x1536'],
    [200, 190, '1024x1024'],
  ])('chooses a size for a picture of %i by %i: %s', async (width, height, size) => {
    const response = await edit(url, { bytes: await draw(width, height) });
    expect(await response.json()).toMatchObject({ size });
  });

  it('keeps transparency on request, and is white there otherwise', async () => {
    const bytes = await draw(200, 200, true);
    const [kept] = await readImages(await edit(url, { bytes }, { background: 'transparent' }));
    const [filled] = await readImages(await edit(url, { bytes }));
    expect((await sharp(kept).stats()).isOpaque).toBe(false);
    expect((await sharp(filled).stats()).isOpaque).toBe(true);
  });

  it('accepts up to 16 pictures and returns the requested number', async () => {
    const response = await edit(url, many(16), { n: '2' });
    expect(await response.clone().json()).toMatchObject({
      usage: { input_tokens_details: { image_tokens: 5_168 } },
    });
    expect(await readImages(response)).toHaveLength(2);
    expect((await readCalls(url)).operations['openai/edit']?.paid).toBe(2);
  });

  it.each<[string, Image | Image[], Record<string, string>, string, string]>([
    ['no picture', [], {}, 'image', 'missing_required_parameter'],
    ['17 pictures', many(17), {}, 'image', 'array_above_max_length'],
    ['text instead of an image', [], { image: 'picture.png' }, 'image', 'invalid_type'],
    ['an unsupported type', { type: 'application/octet-stream' }, {}, 'image', 'unsupported_file_mimetype'],
    ['a GIF', { type: 'image/gif' }, {}, 'image', 'unsupported_file_mimetype'],
    ['a file that is not a picture', { bytes: Buffer.from('hello') }, {}, 'image', 'invalid_image_file'],
    ['a PNG declared as JPEG', { type: 'image/jpeg' }, {}, 'image', 'invalid_image_file'],
    [
      'a truncated picture',
      { bytes: picture.subarray(0, picture.length / 2) },
      {},
      'image',
      'invalid_image_file',
    ],
    ['no prompt', {}, { prompt: '' }, 'prompt', 'empty_string'],
    ['a field of generations only', {}, { moderation: 'low' }, 'moderation', 'unknown_parameter'],
    ['an unknown field', {}, { strength: '0.5' }, 'strength', 'unknown_parameter'],
    ['11 images', {}, { n: '11' }, 'n', 'integer_above_max_value'],
    ['a fraction of an image', {}, { n: '0.5' }, 'n', 'invalid_type'],
    ['too small a size', {}, { size: '512x512' }, 'size', 'invalid_value'],
    [
      'a transparent JPEG',
      {},
      { background: 'transparent', output_format: 'jpeg' },
      'background',
      'invalid_value',
    ],
    [
      'input_fidelity for a model without it',
      {},
      { input_fidelity: 'high' },
      'input_fidelity',
      'invalid_input_fidelity_model',
    ],
  ])('rejects %s', async (_, images, fields, param, code) => {
    const response = await edit(url, images, fields);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { param, code } });
    expect((await readCalls(url)).operations).toEqual({
      'openai/edit': { received: 1, answered: 1, paid: 0 },
    });
  });

  it('accepts input_fidelity for older models only', async () => {
    const fields = { model: 'gpt-image-1.5', input_fidelity: 'high' };
    expect((await edit(url, {}, fields)).status).toBe(200);
  });

  it('requires a form', async () => {
    const headers = { authorization: 'Bearer sandbox-openai-key-1', 'content-type': 'application/json' };
    const response = await fetch(`${url}/openai/v1/images/edits`, { method: 'POST', headers, body: '{}' });
    expect(response.status).toBe(400);
  });

  it('matches faults by prompt and operation', async () => {
    const match = { promptIncludes: 'oil', operation: 'edit' };
    await addFaults(url, [{ provider: 'openai', match, fault: { kind: 'refusal' } }]);
    const refused = await edit(url, {}, { prompt: 'in oil' });
    expect(await refused.json()).toMatchObject({ error: { code: 'moderation_blocked' } });
    expect((await edit(url)).status).toBe(200);
  });
});
