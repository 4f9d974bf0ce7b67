import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { openSandbox, postJson } from '../testing.ts';
import { makeImage, signedAddress, upload } from './testing.ts';

let url: string;
beforeEach(async () => {
  ({ url } = await openSandbox());
  await upload(url, 'batches/1/0', {}, await makeImage('#336699', 600, 400));
});

const addressOf = (transformation: string, name: string) => signedAddress(url, transformation, name);

describe('delivery', () => {
  it('derives nothing from an image over the limit of the plan, but delivers it', async () => {
    await postJson(`${url}/control/cloudinary`, { imageMaxPixels: 600 * 400 - 1 });
    const rejected = await fetch(addressOf('c_limit,h_300,w_300', 'batches/1/0.webp'));
    expect(rejected.status).toBe(400);
    expect(rejected.headers.get('x-cld-error')).toBe(
      'Maximum image size is 0.24 Megapixels. Requested 0.24 Megapixels',
    );
    expect((await fetch(addressOf('', 'batches/1/0.png'))).status).toBe(200);
  });

  it.each([
    ['', '0.png', 'png', 600, 400],
    ['', '0.webp', 'webp', 600, 400],
    ['c_limit,h_300,q_auto,w_300', '0.webp', 'webp', 300, 200],
    ['c_limit,h_3000,w_3000', '0.jpg', 'jpeg', 600, 400],
    ['c_limit,f_webp,h_320,q_auto,w_320', '0.png', 'webp', 320, 213],
    ['c_limit,h_300,w_300/c_scale,w_60', '0.png', 'png', 60, 40],
  ])('derives "%s" of %s', async (transformation, file, format, width, height) => {
    const response = await fetch(addressOf(transformation, `batches/1/${file}`));
    expect(response.headers.get('content-type')).toBe(`image/${format}`);
    expect(await sharp(await response.bytes()).metadata()).toMatchObject({ format, width, height });
  });

  it('derives again after an asset was replaced', async () => {
    const address = addressOf('c_limit,h_300,w_300', 'batches/1/0.png');
    const first = await (await fetch(address)).bytes();
    expect(await (await fetch(address)).bytes()).toEqual(first);
    await upload(url, 'batches/1/0', {}, await makeImage('#ff0000', 200, 200));
    expect((await sharp(await (await fetch(address)).bytes()).metadata()).width).toBe(200);
  });

  it.each([
    ['a URL without a signature', (address: string) => address.replace(/s--.{8}--\//, ''), 401],
    ['another transformation', (address: string) => address.replace('w_300', 'w_301'), 401],
    ['another asset', (address: string) => address.replace('1/0', '1/1'), 401],
    ['another account', (address: string) => address.replace('/sandbox/', '/elsewhere/'), 401],
  ])('rejects %s', async (_, change, status) => {
    expect((await fetch(change(addressOf('c_limit,h_300,w_300', 'batches/1/0.png')))).status).toBe(status);
  });

  it('reports missing assets and invalid transformations in a header', async () => {
    const missing = await fetch(addressOf('', 'batches/1/9.png'));
    expect(missing.status).toBe(404);
    expect(missing.headers.get('x-cld-error')).toContain('batches/1/9');
    for (const transformation of [
      'w_abc',
      'w_10',
      'c_limit,w_10',
      'c_scale,h_10,w_10',
      'c_fill,w_10',
      'f_avif',
    ]) {
      expect((await fetch(addressOf(transformation, 'batches/1/0.png'))).status).toBe(400);
    }
  });
});
