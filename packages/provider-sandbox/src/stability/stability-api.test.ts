import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { generateWithStability, openSandbox, readCalls } from '../testing.ts';

describe('POST /v2beta/stable-image/generate/sd3', () => {
  let url: string;
  beforeEach(async () => {
    ({ url } = await openSandbox());
  });

  it('returns bytes, with the seed in a header', async () => {
    const fields = {
      model: 'sd3.5-medium',
      seed: '4294967294',
      aspect_ratio: '16:9',
      output_format: 'jpeg',
      style_preset: 'anime',
      negative_prompt: 'rain',
      cfg_scale: '7.5',
    };
    const response = await generateWithStability(url, fields);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'finish-reason': 'SUCCESS',
      seed: '4294967294',
    });
    const image = Buffer.from(await response.arrayBuffer());
    expect(await sharp(image).metadata()).toMatchObject({ format: 'jpeg', width: 1_344, height: 768 });
    const again = Buffer.from(await (await generateWithStability(url, fields)).arrayBuffer());
    expect(again.equals(image)).toBe(true);
  });

  it('takes another seed each time that none is given', async () => {
    const readSeed = async () => (await generateWithStability(url)).headers.get('seed');
    expect(await readSeed()).not.toBe(await readSeed());
  });

  it.each([
    [{ prompt: '' }, 'prompt'],
    [{ prompt: 'x'.repeat(10_001) }, 'prompt'],
    [{ negative_prompt: 'x'.repeat(10_001) }, 'negative_prompt'],
    [{ model: 'sd3' }, 'model'],
    [{ aspect_ratio: '4:3' }, 'aspect_ratio'],
    [{ output_format: 'webp' }, 'output_format'],
    [{ style_preset: 'baroque' }, 'style_preset'],
    [{ cfg_scale: '0' }, 'cfg_scale'],
    [{ cfg_scale: '10.5' }, 'cfg_scale'],
    [{ seed: '-1' }, 'seed'],
    [{ seed: '4294967295' }, 'seed'],
    [{ seed: '' }, 'seed'],
    [{ quality: 'high' }, 'body'],
  ])('rejects %j', async (fields, named) => {
    const response = await generateWithStability(url, fields);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      id: expect.any(String),
      name: 'bad_request',
      errors: [expect.stringContaining(named)],
    });
    expect((await readCalls(url)).providers['stability']?.paid).toBe(0);
  });

  it('rejects another Accept, another body type and an unknown key', async () => {
    expect((await generateWithStability(url, {}, { accept: 'application/json' })).status).toBe(400);
    expect((await generateWithStability(url, {}, { 'content-type': 'application/json' })).status).toBe(415);
    const rejected = await generateWithStability(url, {}, { authorization: 'Bearer nobody' });
    expect(rejected.status).toBe(401);
    expect(await rejected.json()).toMatchObject({ name: 'unauthorized' });
  });
});
