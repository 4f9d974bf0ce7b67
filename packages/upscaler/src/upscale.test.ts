import sharp from 'sharp';
import { expect, it } from 'vitest';
import { doubleRows } from './double-rows.ts';
import { readImage } from './read-image.ts';
import { drawScene, enlargeByLanczos, halve, measurePsnr, openSquare, readPixels } from './testing/images.ts';
import { upscale, type UpscaleOptions } from './upscale.ts';

const TYPES = { png: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp' } as const;
type Format = keyof typeof TYPES;

const never = () => new AbortController().signal;
const MAX_PIXELS = 100_000_000;
const PLAIN: UpscaleOptions = { scale: 2, enhance: false, maxPixels: MAX_PIXELS };
const FOUR_TIMES: UpscaleOptions = { ...PLAIN, scale: 4 };

const upscaleImage = (bytes: Buffer, format: Format = 'png', options = PLAIN) =>
  upscale({ bytes, contentType: TYPES[format] }, options, never());

it.each([
  ['best', 2],
  ['fast', 1.5],
] as const)('beats Lanczos if %s, by %d decibels', async (quality, decibels) => {
  const truth = await readPixels(drawScene(192));
  const small = halve({ side: 192, pixels: truth });
  const { bytes } = await upscaleImage(await openSquare(small).png().toBuffer(), 'png', {
    ...PLAIN,
    quality,
  });
  const ours = measurePsnr(await readPixels(sharp(bytes)), truth);
  expect(ours).toBeGreaterThan(measurePsnr(enlargeByLanczos(small).pixels, truth) + decibels);
});

it.each(['best', 'fast'] as const)('gives the original again when halved, if %s', async (quality) => {
  // Without black and white, where values are cut off.
  const pixels = await readPixels(drawScene(96).linear(0.6, 50));
  const bytesOf = openSquare({ side: 96, pixels }).png().toBuffer();
  const { bytes } = await upscaleImage(await bytesOf, 'png', { ...PLAIN, quality });
  const halved = halve({ side: 192, pixels: await readPixels(sharp(bytes)) }).pixels;
  const differences = halved.map((value, index) => Math.abs(value - (pixels[index] ?? 0)));
  expect(Math.max(...differences)).toBeLessThan(2);
});

it('gives the same result for small tiles as for one', async () => {
  const bytes = await drawScene(150, 133).png().toBuffer();
  const make = async (tile: number) => {
    const { rows } = await readImage(bytes, MAX_PIXELS);
    const chunks: Buffer[] = [];
    for await (const chunk of doubleRows(rows, 'best', never(), { width: tile, height: tile }).rows)
      chunks.push(Buffer.from(chunk));
    return Buffer.concat(chunks);
  };
  const [small, whole] = [await make(64), await make(256)];
  expect(small).toHaveLength(300 * 266 * 3);
  expect(small.every((value, index) => Math.abs(value - (whole[index] ?? 0)) < 2)).toBe(true);
});

it.each<[Format, number]>([
  ['png', 60],
  ['jpeg', 38],
  ['webp', 34],
])('keeps the format %s and joins rows correctly', async (format, decibels) => {
  const scene = drawScene(71, 150);
  const [made, exact] = [
    await upscaleImage(await scene.clone().toFormat(format, { quality: 100 }).toBuffer(), format),
    await upscaleImage(
      await sharp(await scene.clone().toFormat(format, { quality: 100 }).toBuffer())
        .png()
        .toBuffer(),
    ),
  ];
  expect(made).toMatchObject({ contentType: TYPES[format], width: 142, height: 300 });
  expect(await sharp(made.bytes).metadata()).toMatchObject({ format, width: 142, height: 300 });
  const pixels = await readPixels(sharp(made.bytes, { failOn: 'warning' }));
  expect(measurePsnr(pixels, await readPixels(sharp(exact.bytes)))).toBeGreaterThan(decibels);
});

it('enlarges 4 times by doubling twice', async () => {
  const once = await upscaleImage(await drawScene(40, 30).png().toBuffer());
  const twice = await upscaleImage(once.bytes);
  const made = await upscaleImage(await drawScene(40, 30).png().toBuffer(), 'png', FOUR_TIMES);
  expect(made).toMatchObject({ width: 160, height: 120 });
  expect(await readPixels(sharp(made.bytes))).toEqual(await readPixels(sharp(twice.bytes)));
});

it.each(['png', 'webp'] as const)('keeps transparency in a %s without dark edges', async (format) => {
  const disc = Buffer.from(
    '<svg width="80" height="80"><circle cx="40" cy="40" r="25" fill="#ffd23f"/></svg>',
  );
  const bytes = await sharp(disc).toFormat(format, { lossless: true }).toBuffer();
  const made = await upscaleImage(bytes, format);
  const pixels = await readPixels(sharp(made.bytes));
  const at = (x: number, y: number) => [...pixels.subarray((y * 160 + x) * 4, (y * 160 + x) * 4 + 4)];
  expect(at(3, 3)[3]).toBe(0);
  expect(at(80, 80)[3]).toBe(255);
  // Flattened onto its own color, an image without dark edges is uniform.
  const onItself = await readPixels(sharp(made.bytes).flatten({ background: '#ffd23f' }));
  const darkest = onItself
    .filter((_, index) => index % 3 === 1)
    .reduce((least, value) => Math.min(least, value));
  expect(darkest).toBeGreaterThan(0xd2 - 12);
});

it.each<[string, Format, () => Promise<Buffer>, object]>([
  ['gray', 'jpeg', () => drawScene(40).toColourspace('b-w').jpeg().toBuffer(), { space: 'b-w', channels: 1 }],
  [
    'gray and transparent',
    'png',
    () => drawScene(40).toColourspace('b-w').ensureAlpha(0.5).png().toBuffer(),
    { space: 'srgb', channels: 4 },
  ],
  [
    '16-bit',
    'png',
    () => drawScene(40).toColourspace('rgb16').png().toBuffer(),
    { depth: 'uchar', channels: 3 },
  ],
  [
    'CMYK',
    'jpeg',
    () => drawScene(40).toColourspace('cmyk').jpeg().toBuffer(),
    { space: 'srgb', channels: 3 },
  ],
  ['palette', 'png', () => drawScene(40).png({ palette: true }).toBuffer(), { channels: 3 }],
])('accepts an image that is %s', async (_, format, draw, facts) => {
  const bytes = await draw();
  const made = await upscaleImage(bytes, format);
  expect(await sharp(made.bytes).metadata()).toMatchObject({ width: 80, height: 80, ...facts });
  const seen = (image: Buffer) =>
    sharp(image).removeAlpha().toColourspace('srgb').resize(40, 40).raw().toBuffer();
  expect(measurePsnr(await seen(made.bytes), await seen(bytes))).toBeGreaterThan(25);
});

it.each([
  [1, 1],
  [3, 2000],
  [257, 2],
])('accepts an image of %i by %i', async (width, height) => {
  const made = await upscaleImage(await drawScene(width, height).jpeg().toBuffer(), 'jpeg');
  expect(await sharp(made.bytes).metadata()).toMatchObject({ width: 2 * width, height: 2 * height });
  await sharp(made.bytes, { failOn: 'warning' }).raw().toBuffer();
});

it.each<Format>(['png', 'jpeg', 'webp'])('keeps the color profile and colors of a %s', async (format) => {
  const color = { r: 20, g: 200, b: 90 };
  const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background: color } })
    .withIccProfile('p3')
    .toFormat(format, { quality: 100 })
    .toBuffer();
  const made = await upscaleImage(bytes, format);
  expect((await sharp(made.bytes).metadata()).icc).toEqual((await sharp(bytes).metadata()).icc);
  const stored = async (image: Buffer) => [
    ...(await readPixels(sharp(image, { ignoreIcc: true }))).subarray(0, 3),
  ];
  const before = await stored(bytes);
  for (const [channel, value] of (await stored(made.bytes)).entries()) {
    expect(Math.abs(value - (before[channel] ?? 0))).toBeLessThan(4);
  }
});

it('rejects an output that would be too large', async () => {
  const background = '#888';
  const large = sharp({ create: { width: 2600, height: 2500, channels: 3, background } });
  await expect(upscaleImage(await large.png().toBuffer(), 'png', FOUR_TIMES)).rejects.toThrow(
    'At 4x this image would have 104 megapixels. The maximum is 100.',
  );
  const long = sharp({ create: { width: 9000, height: 4, channels: 3, background } });
  await expect(upscaleImage(await long.webp().toBuffer(), 'webp')).rejects.toThrow(
    'At 2x this image would be 18000 pixels long. The maximum of WebP is 16383.',
  );
});

it('reports how much is done', async () => {
  const shares: number[] = [];
  const bytes = await drawScene(150, 400).jpeg().toBuffer();
  await upscale({ bytes, contentType: 'image/jpeg' }, FOUR_TIMES, never(), (share) => shares.push(share));
  expect(shares.length).toBeGreaterThan(3);
  expect(shares).toEqual(shares.toSorted((one, other) => one - other));
  expect(shares.at(-1)).toBe(1);
});

it('stops between two tiles when aborted', async () => {
  const stop = new AbortController();
  const bytes = await drawScene(300).png().toBuffer();
  const made = upscale({ bytes, contentType: 'image/png' }, PLAIN, stop.signal);
  setTimeout(() => stop.abort());
  await expect(made).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
});
