import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { makePicture } from './make-picture.ts';
import { stylePicture } from './style-picture.ts';

const styles = [
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
type Style = (typeof styles)[number];

const scene = { seed: '1', width: 160, height: 120, format: 'png' } as const;
const draw = async (prompt: string, transparent = false) =>
  (await makePicture({ ...scene, prompt, transparent })).bytes;
const subjects = [await draw('a vase with fruit'), await draw('a city at sunset')];

async function readPixels(picture: Buffer, prompt?: Style) {
  const image = prompt === undefined ? sharp(picture).ensureAlpha() : await stylePicture(picture, prompt);
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4),
  ];
  const all = Array.from({ length: info.width * info.height }, (_, index) =>
    at(index % info.width, Math.floor(index / info.width)),
  );
  const share = (test: (red: number, green: number, blue: number) => boolean) =>
    all.filter(([red = 0, green = 0, blue = 0]) => test(red, green, blue)).length / all.length;
  const mean = (of: (red: number, green: number, blue: number) => number) =>
    all.reduce((sum, [red = 0, green = 0, blue = 0]) => sum + of(red, green, blue), 0) / all.length;
  return { data, at, all, share, mean, width: info.width, height: info.height };
}

const light = (red: number, green: number, blue: number) => (red + green + blue) / 3;
const colourfulness = (...rgb: number[]) => Math.max(...rgb) - Math.min(...rgb);

function measureDistance(one: Buffer, other: Buffer): number {
  let sum = 0;
  for (const [index, value] of one.entries()) sum += Math.abs(value - (other[index] ?? 0));
  return sum / one.length;
}

describe('styles', () => {
  it('each differs clearly from the picture, and from every other', async () => {
    const [subject = Buffer.alloc(0)] = subjects;
    const results = [await readPixels(subject)];
    for (const style of styles.slice(0, -1)) results.push(await readPixels(subject, style));
    for (const [index, one] of results.entries()) {
      for (const other of results.slice(index + 1)) {
        expect(measureDistance(one.data, other.data)).toBeGreaterThan(3);
      }
    }
  });

  it.each([
    ['a COLOURING page', 'Coloring book page'],
    ['a chibi as in anime', 'Chibi'],
    ['a film of studio ghibli, not any anime', 'Studio Ghibli'],
    ['PIXEL-ART sprites', 'Pixel art'],
    ['synth-wave', 'Synthwave'],
    ['coloringbook', 'Coloring book page'],
    ['goth', 'Gothic'],
  ] as const)('"%s" is %s', async (prompt, style) => {
    const [subject = Buffer.alloc(0)] = subjects;
    const named = await (await stylePicture(subject, prompt)).raw().toBuffer();
    expect(named.equals((await readPixels(subject, style)).data)).toBe(true);
  });

  it.each(subjects.map((subject) => [subject]))('have what makes them recognisable', async (subject) => {
    const original = await readPixels(subject);

    const book = await readPixels(subject, 'Coloring book page');
    expect(book.share((...rgb) => colourfulness(...rgb) === 0)).toBe(1);
    expect(book.share((red) => red < 48 || red > 207)).toBeGreaterThan(0.94);
    expect(book.share((red) => red > 207)).toBeGreaterThan(0.7);
    expect(book.share((red) => red < 48)).toBeGreaterThan(0.01);

    const pixelArt = await readPixels(subject, 'Pixel art');
    expect(new Set(pixelArt.all.map(String)).size).toBeLessThanOrEqual(16);
    for (let x = 0; x < 160; x += 2) expect(pixelArt.at(x + 1, 51)).toEqual(pixelArt.at(x, 50));

    const synthwave = await readPixels(subject, 'Synthwave');
    expect(synthwave.share((red, green, blue) => green < red || green < blue)).toBeGreaterThan(0.9);
    expect(synthwave.mean(colourfulness)).toBeGreaterThan(original.mean(colourfulness));

    const goth = await readPixels(subject, 'Gothic');
    expect(goth.mean(colourfulness)).toBeLessThan(24);
    expect(goth.mean(light)).toBeLessThan(original.mean(light) * 0.8);

    const oil = await readPixels(subject, 'Renaissance oil painting');
    expect(oil.mean((red, _, blue) => red - blue)).toBeGreaterThan(30);
    expect(light(...corner(oil.at(3, 3)))).toBeLessThan(light(...corner(original.at(3, 3))) * 0.7);

    const anime = await readPixels(subject, 'Japanese anime');
    expect(anime.mean(colourfulness)).toBeGreaterThan(original.mean(colourfulness) * 1.1);

    const ghibli = await readPixels(subject, 'Studio Ghibli');
    expect(ghibli.mean(light)).toBeGreaterThan(original.mean(light));

    const chibi = await readPixels(subject, 'Chibi');
    expect(chibi.mean((...rgb) => Math.min(...rgb))).toBeGreaterThan(90);

    const icon = await readPixels(subject, 'Favicon');
    expect(icon.at(0, 0)[3]).toBe(0);
    expect(icon.at(80, 60)[3]).toBe(255);
    const counts = new Map<string, number>();
    for (const pixel of icon.all) counts.set(String(pixel), (counts.get(String(pixel)) ?? 0) + 1);
    const most = [...counts.values()].toSorted((one, other) => other - one).slice(0, 12);
    expect(most.reduce((sum, count) => sum + count, 0) / icon.all.length).toBeGreaterThan(0.75);
  });

  it('a favicon can be told apart at 32 pixels', async () => {
    const small = async (picture: Buffer) =>
      sharp(await (await stylePicture(picture, 'Favicon')).png().toBuffer())
        .resize(32, 32)
        .raw()
        .toBuffer();
    const [one, other] = await Promise.all(subjects.map(small));
    expect(measureDistance(one ?? Buffer.alloc(0), other ?? Buffer.alloc(0))).toBeGreaterThan(20);
  });

  it.each(styles)('%s is the same each time', async (style) => {
    const [subject = Buffer.alloc(0)] = subjects;
    const again = await readPixels(subject, style);
    expect(again.data.equals((await readPixels(subject, style)).data)).toBe(true);
  });
});

describe('any picture', () => {
  it.each(styles)('%s, of any size and shape', async (style) => {
    for (const [width, height] of [
      [1, 1],
      [2, 90],
      [300, 5],
    ] as const) {
      const picture = await sharp(subjects[0]).resize(width, height, { fit: 'fill' }).png().toBuffer();
      const { info } = await (await stylePicture(picture, style)).raw().toBuffer({ resolveWithObject: true });
      expect(info).toMatchObject({ width, height });
    }
  });

  it('one that is large is worked on at 1,024 pixels, upright', async () => {
    const picture = await sharp(subjects[0])
      .resize(2048, 1024)
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { info } = await (await stylePicture(picture, 'pixel')).raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 512, height: 1024 });
  });

  it.each(styles.filter((style) => !/Coloring|Favicon/.test(style)))(
    '%s leaves transparent what was',
    async (style) => {
      const cut = await draw('a vase with fruit', true);
      const { at } = await readPixels(cut, style);
      expect(at(0, 0)[3]).toBe(0);
      expect(at(159, 0)[3]).toBe(0);
    },
  );

  it('a page to colour in is white where nothing was', async () => {
    const { at } = await readPixels(await draw('a vase with fruit', true), 'Coloring book page');
    expect(at(0, 0)).toEqual([255, 255, 255, 255]);
  });
});

function corner([red = 0, green = 0, blue = 0]: number[]): [number, number, number] {
  return [red, green, blue];
}
