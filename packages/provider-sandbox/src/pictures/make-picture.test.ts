import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { makePicture, type PictureRequest } from './make-picture.ts';

const draw = (overrides: Partial<PictureRequest> = {}) => {
  const usual = {
    prompt: 'hills',
    seed: '1',
    width: 320,
    height: 200,
    format: 'png',
    transparent: false,
  } as const;
  return makePicture({ ...usual, ...overrides });
};

describe('makePicture', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('draws %s at the requested size', async (format) => {
    expect(await sharp(await draw({ format })).metadata()).toMatchObject({
      format,
      width: 320,
      height: 200,
    });
  });

  it('repeats a picture for the same request, but not for another seed or prompt', async () => {
    const first = await draw();
    expect((await draw()).equals(first)).toBe(true);
    expect((await draw({ seed: '2' })).equals(first)).toBe(false);
    expect((await draw({ prompt: 'green hills' })).equals(first)).toBe(false);
  });

  it.each([
    ['red', 'r', 'b'],
    ['blue', 'b', 'r'],
  ] as const)('takes the color %s from the prompt', async (word, more, less) => {
    const { channels } = await sharp(await draw({ prompt: `${word} bauhaus pattern`, seed: '4' })).stats();
    const means = { r: channels[0]?.mean ?? 0, b: channels[2]?.mean ?? 0 };
    expect(means[more]).toBeGreaterThan(means[less]);
  });

  it.each([
    'hills',
    'the sea',
    'a city',
    'flowers',
    'a vase',
    'isometric',
    'bauhaus',
    'abstract',
    'a planet',
  ])('fills the picture of %s, and cuts it out on a transparent background', async (prompt) => {
    const size = { width: 320, height: 320 };
    const filled = await sharp(await draw({ prompt, ...size })).stats();
    expect(filled.isOpaque).toBe(true);
    const [red, green, blue] = filled.channels;
    expect(Math.max(red?.stdev ?? 0, green?.stdev ?? 0, blue?.stdev ?? 0)).toBeGreaterThan(8);
    const cut = await draw({ prompt, ...size, transparent: true });
    const alpha = await sharp(cut).extractChannel('alpha').raw().toBuffer();
    for (const corner of [0, 319]) expect(alpha[corner]).toBe(0);
    expect(alpha.filter((value) => value === 0).length).toBeGreaterThan(alpha.length * 0.1);
    expect(alpha.filter((value) => value === 255).length).toBeGreaterThan(alpha.length * 0.04);
  });

  it('draws what is out of focus, overexposed or has a white border as the prompt says', async () => {
    const readStats = async (
      prompt: string,
      area?: { left: number; top: number; width: number; height: number },
    ) => {
      const image = sharp(await draw({ prompt }));
      return (area ? sharp(await image.extract(area).toBuffer()) : image).stats();
    };
    const plain = await readStats('hills');
    expect((await readStats('hills, out of focus')).sharpness).toBeLessThan(plain.sharpness / 2);
    const brightness = ({ channels }: typeof plain) => channels[0]?.mean ?? 0;
    expect(brightness(await readStats('hills, overexposed'))).toBeGreaterThan(brightness(plain) + 30);
    const edge = { left: 0, top: 0, width: 320, height: 10 };
    expect(brightness(await readStats('hills, white border', edge))).toBe(255);
    expect(brightness(await readStats('hills', edge))).toBeLessThan(250);
  });

  it.each([
    ['a prompt of symbols', '<>&"\' 😀 %s'],
    ['an empty prompt', ''],
  ])('draws %s', async (_, prompt) => {
    expect((await sharp(await draw({ prompt })).metadata()).width).toBe(320);
  });
});
