import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { addFaults, generateWithXai, openSandbox, postJson, readCalls, readImages } from '../testing.ts';

describe('POST /xai/v1/images/generations', () => {
  let url: string;
  beforeEach(async () => {
    ({ url } = await openSandbox());
  });

  it('returns an image and its cost', async () => {
    const response = await generateWithXai(url);
    expect(await response.clone().json()).toMatchObject({ usage: { cost_in_usd_ticks: 200_000_000 } });
    const images = await readImages(response);
    expect(images).toHaveLength(1);
    expect(await sharp(images[0]).metadata()).toMatchObject({ format: 'jpeg', width: 1_024, height: 1_024 });
    expect((await readCalls(url)).prompts['a red house']).toEqual({ received: 1, answered: 1, paid: 1 });
  });

  it('draws 2k at twice the edges, for the same price', async () => {
    const response = await generateWithXai(url, { resolution: '2k' });
    expect(await response.clone().json()).toMatchObject({ usage: { cost_in_usd_ticks: 200_000_000 } });
    const [image] = await readImages(response);
    expect(await sharp(image).metadata()).toMatchObject({ width: 2_048, height: 2_048 });
  });

  it.each([
    [{ n: 2 }, 422],
    [{ response_format: 'url' }, 422],
    [{ resolution: '4k' }, 422],
    [{ aspect_ratio: '1:1' }, 422],
    [{ n: '1' }, 422],
    [{ prompt: '' }, 422],
    [{ prompt: 'x'.repeat(8_001) }, 422],
    [{ background: 'transparent' }, 422],
    [{ model: 'grok-2-image' }, 404],
  ])('rejects %j with %i', async (fields, status) => {
    const response = await generateWithXai(url, fields);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ code: expect.any(String), error: expect.any(String) });
    expect((await readCalls(url)).providers['xai']?.paid).toBe(0);
  });

  it('answers 400 to an unknown key', async () => {
    const response = await postJson(
      `${url}/xai/v1/images/generations`,
      {},
      { authorization: 'Bearer nobody' },
    );
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('Incorrect API key');
  });

  it('refuses content with an error, an empty image or a block reason', async () => {
    await addFaults(url, [
      { provider: 'xai', times: 1, fault: { kind: 'refusal' } },
      { provider: 'xai', times: 1, fault: { kind: 'refusal', reason: 'respect_moderation' } },
      { provider: 'xai', times: 1, fault: { kind: 'refusal', reason: 'block_reason' } },
    ]);
    expect((await generateWithXai(url)).status).toBe(400);
    const silent = await generateWithXai(url);
    expect(silent.status).toBe(200);
    expect(await silent.json()).toMatchObject({ data: [{ respect_moderation: false }] });
    const blocked = await generateWithXai(url);
    expect(await blocked.json()).toEqual({ block_reason: 'moderation', data: [] });
  });
});
