import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { makePicture } from './make-picture.ts';
import { stylePicture } from './style-picture.ts';

const STYLES = [
  'Japanese anime',
  'Renaissance oil painting',
  'Gothic',
  'Studio Ghibli',
  'Chibi',
  'Pixel art',
  'Synthwave',
  'Coloring book page',
  'Favicon',
  'something else',
] as const;
type Style = (typeof STYLES)[number];

const SIZE = { width: 160, height: 120 };
const draw = (prompt: string, transparent = false) =>
  makePicture({ seed: '1', format: 'png', ...SIZE, prompt, transparent });
const vase = await draw('a vase with fruit');
const city = await draw('a city at sunset');

const applyStyle = (picture: Buffer, prompt: string, size = SIZE) =>
  stylePicture(picture, { prompt, ...size, format: 'png', transparent: true });

async function readPixels(picture: Buffer, style?: Style) {
  const bytes = style === undefined ? picture : await applyStyle(picture, style);
  const data = await sharp(bytes).ensureAlpha().raw().toBuffer();
  const at = (x: number, y: number): number[] => [
    ...data.subarray((y * SIZE.width + x) * 4, (y * SIZE.width + x) * 4 + 4),
  ];
  const all = Array.from({ length: data.length / 4 }, (_, index) =>
    at(index % SIZE.width, Math.floor(index / SIZE.width)),
  );
  const mean = (of: (red: number, green: number, blue: number) => number) =>
    all.reduce((sum, [red = 0, green = 0, blue = 0]) => sum + of(red, green, blue), 0) / all.length;
  const share = (test: (red: number, green: number, blue: number) => boolean) =>
    mean((...rgb) => Number(test(...rgb)));
  return { data, at, all, mean, share };
}

const light = (red: number, green: number, blue: number) => (red + green + blue) / 3;
const colorfulness = (...rgb: number[]) => Math.max(...rgb) - Math.min(...rgb);

function measureDistance(one: Buffer, other: Buffer): number {
  let sum = 0;
  for (const [index, value] of one.entries()) sum += Math.abs(value - (other[index] ?? 0));
  return sum / one.length;
}

describe('stylePicture', () => {
  it('makes every style differ from the original and from the others', async () => {
    const results = [await readPixels(vase)];
    for (const style of STYLES.slice(0, -1)) results.push(await readPixels(vase, style));
    for (const [index, one] of results.entries()) {
      for (const other of results.slice(index + 1)) {
        expect(measureDistance(one.data, other.data)).toBeGreaterThan(3);
      }
    }
  });

  it.each([
    ['a COLOURING page', 'Coloring book page'],
    ['a chibi in anime style', 'Chibi'],
    ['a film of studio ghibli, not any anime', 'Studio Ghibli'],
    ['PIXEL-ART sprites', 'Pixel art'],
    ['synth-wave', 'Synthwave'],
    ['coloringbook', 'Coloring book page'],
    ['goth', 'Gothic'],
  ] as const)('recognizes "%s" as %s', async (prompt, style) => {
    const named = await sharp(await applyStyle(vase, prompt))
      .raw()
      .toBuffer();
    expect(named.equals((await readPixels(vase, style)).data)).toBe(true);
  });

  it.each([
    ['vase', vase],
    ['city', city],
  ])('gives each style its recognizable traits: %s', async (_, subject) => {
    const original = await readPixels(subject);

    const book = await readPixels(subject, 'Coloring book page');
    expect(book.share((...rgb) => colorfulness(...rgb) === 0)).toBe(1);
    expect(book.share((red) => red < 48 || red > 207)).toBeGreaterThan(0.94);
    expect(book.share((red) => red > 207)).toBeGreaterThan(0.7);
    expect(book.share((red) => red < 48)).toBeGreaterThan(0.01);

    const pixelArt = await readPixels(subject, 'Pixel art');
    expect(new Set(pixelArt.all.map(String)).size).toBeLessThanOrEqual(16);
    for (let x = 0; x < 160; x += 2) expect(pixelArt.at(x + 1, 51)).toEqual(pixelArt.at(x, 50));

    const synthwave = await readPixels(subject, 'Synthwave');
    expect(synthwave.share((red, green, blue) => green < red || green < blue)).toBeGreaterThan(0.9);
    expect(synthwave.mean(colorfulness)).toBeGreaterThan(original.mean(colorfulness));

    const goth = await readPixels(subject, 'Gothic');
    expect(goth.mean(colorfulness)).toBeLessThan(24);
    expect(goth.mean(light)).toBeLessThan(original.mean(light) * 0.8);

    const oil = await readPixels(subject, 'Renaissance oil painting');
    const cornerLight = ([red = 0, green = 0, blue = 0]: number[]) => light(red, green, blue);
    expect(oil.mean((red, _, blue) => red - blue)).toBeGreaterThan(30);
    expect(cornerLight(oil.at(3, 3))).toBeLessThan(cornerLight(original.at(3, 3)) * 0.7);

    const anime = await readPixels(subject, 'Japanese anime');
    expect(anime.mean(colorfulness)).toBeGreaterThan(original.mean(colorfulness) * 1.1);

    const ghibli = await readPixels(subject, 'Studio Ghibli');
    expect(ghibli.mean(light)).toBeGreaterThan(original.mean(light));

    const chibi = await readPixels(subject, 'Chibi');
    expect(chibi.mean((...rgb) => Math.min(...rgb))).toBeGreaterThan(90);

    const icon = await readPixels(subject, 'Favicon');
    expect(icon.at(0, 0)[3]).toBe(0);
    expect(icon.at(80, 60)[3]).toBe(255);
    const counts = new Map<string, number>();
    for (const pixel of icon.all) counts.set(String(pixel), (counts.get(String(pixel)) ?? 0) + 1);
    const common = [...counts.values()].toSorted((one, other) => other - one).slice(0, 12);
    expect(common.reduce((sum, count) => sum + count, 0) / icon.all.length).toBeGreaterThan(0.75);
  });

  it('keeps favicons distinguishable at 32 pixels', async () => {
    const shrink = async (picture: Buffer) => {
      return sharp(await applyStyle(picture, 'Favicon'))
        .resize(32, 32)
        .raw()
        .toBuffer();
    };
    expect(measureDistance(await shrink(vase), await shrink(city))).toBeGreaterThan(20);
  });

  it.each(STYLES)('gives the same result for the same input: %s', async (style) => {
    expect((await readPixels(vase, style)).data.equals((await readPixels(vase, style)).data)).toBe(true);
  });

  it.each(STYLES)('accepts any input size and returns the requested one: %s', async (style) => {
    for (const [width, height] of [
      [1, 1],
      [2, 90],
      [300, 5],
      [1024, 640],
    ] as const) {
      const picture = await sharp(vase).resize(height, width, { fit: 'fill' }).png().toBuffer();
      const styled = await applyStyle(picture, style, { width, height });
      expect(await sharp(styled).metadata()).toMatchObject({ width, height });
    }
  });

  it('turns a rotated photo upright', async () => {
    const half = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#fff' } })
      .composite([
        { input: { create: { width: 20, height: 20, channels: 3, background: '#000' } }, left: 0, top: 0 },
      ])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const pixels = await sharp(await applyStyle(half, 'plain', { width: 20, height: 40 }))
      .raw()
      .toBuffer();
    expect(pixels[5 * 20 * 4]).toBeLessThan(40);
    expect(pixels[35 * 20 * 4]).toBeGreaterThan(215);
  });

  it.each(STYLES.filter((style) => !/Coloring|Favicon/.test(style)))(
    'keeps transparent areas transparent: %s',
    async (style) => {
      const { at } = await readPixels(await draw('a vase with fruit', true), style);
      expect(at(0, 0)[3]).toBe(0);
      expect(at(159, 0)[3]).toBe(0);
    },
  );

  it('makes the transparent areas of a coloring page white', async () => {
    const { at } = await readPixels(await draw('a vase with fruit', true), 'Coloring book page');
    expect(at(0, 0)).toEqual([255, 255, 255, 255]);
  });
});
