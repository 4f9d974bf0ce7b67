import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { makePicture } from '../pictures/make-picture.ts';
import { openSandbox } from '../testing.ts';
import { makeImage, signedAddress, upload } from './testing.ts';

let url: string;
beforeEach(async () => {
  ({ url } = await openSandbox());
});

const derive = (transformation: string, name = 'one.png') => fetch(signedAddress(url, transformation, name));

async function uploadScene(width = 120, height = 80): Promise<void> {
  const request = { prompt: 'hills', seed: '1', format: 'png', transparent: false } as const;
  await upload(url, 'one', {}, await makePicture({ ...request, width, height }));
}

async function readStats(transformation: string) {
  const { sharpness, channels } = await sharp(await (await derive(transformation)).bytes()).stats();
  return { sharpness, spread: channels[1]?.stdev ?? 0 };
}

describe('effects', () => {
  it.each([
    ['e_upscale', 480, 320],
    ['e_improve/e_upscale/c_scale,w_240/e_sharpen:60', 240, 160],
    ['e_upscale/c_scale,w_240/q_92', 240, 160],
    ['e_improve', 120, 80],
  ])('%s gives %i x %i', async (transformation, width, height) => {
    await uploadScene();
    const answer = await derive(transformation);
    expect(answer.status).toBe(200);
    expect(await sharp(await answer.bytes()).metadata()).toMatchObject({ format: 'png', width, height });
  });

  it('upscales sharper than scaling, sharpens, and improves contrast', async () => {
    await uploadScene();
    const plain = await readStats('c_scale,w_480');
    expect((await readStats('e_upscale')).sharpness).toBeGreaterThan(plain.sharpness);
    expect((await readStats('c_scale,w_480/e_sharpen:500')).sharpness).toBeGreaterThan(plain.sharpness);
    expect((await readStats('c_scale,w_480/e_improve')).spread).toBeGreaterThan(plain.spread);
  });

  it.each([
    ['e_upscale', 'megapixels'],
    ['c_scale,w_3000/e_upscale', 'megapixels'],
    ['e_sharpen:3000', 'e_sharpen:3000'],
    ['e_nonsense', 'e_nonsense'],
  ])('rejects %s of a large picture with a reason: %s', async (transformation, reason) => {
    await upload(url, 'one', {}, await makeImage('#336699', 2100, 2000));
    const answer = await derive(transformation);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('x-cld-error')).toContain(reason);
  });
});
