import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { ADOBE_STOCK } from '@portal/contracts/agencies/profiles/adobe-stock';
import { readMetadata, writeMetadata } from '@portal/image-metadata';
import { skipWithoutExiftool } from '@portal/test-programs';
import sharp, { type Sharp } from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AgencyTexts } from '../../batches/tool.ts';
import { isSrgbProfile } from './color-profile.ts';
import { convertPicture } from './convert-picture.ts';

const TEXTS: AgencyTexts = {
  seo_image_title: 'Red fox in the snow',
  seo_description: 'A red fox looks for mice.',
  keywords: Array.from({ length: 50 }, (_, index) => `word${index}`),
  category: 1,
  language: 'English',
};
const NO_LIMITS = { minBytes: null, maxBytes: null, keywords: ADOBE_STOCK.keywords };
const signal = AbortSignal.timeout(60_000);

const convert = (
  bytes: Buffer,
  limits: Partial<typeof NO_LIMITS | { minBytes: number; maxBytes: number }> = {},
) => convertPicture(bytes, TEXTS, { ...NO_LIMITS, ...limits }, signal);

/** Noise, which no format can store small. */
function createNoise(width = 60, height = 40, channels: 3 | 4 = 3): Sharp {
  let state = 1;
  const bytes = Buffer.from(
    Array.from(
      { length: width * height * channels },
      () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) >> 16,
    ),
  );
  return sharp(bytes, { raw: { width, height, channels } });
}

const hashPixels = async (bytes: Buffer) =>
  createHash('sha256')
    .update(await sharp(bytes).raw().toBuffer())
    .digest('hex');

describe('converts to an sRGB JPEG', () => {
  it.each<[string, () => Promise<Buffer>]>([
    ['a PNG', () => createNoise().png().toBuffer()],
    ['a WebP', () => createNoise().webp().toBuffer()],
    ['a PNG of 16 bits', () => createNoise().toColourspace('rgb16').png().toBuffer()],
    ['a gray PNG', () => createNoise().grayscale().toColourspace('b-w').png().toBuffer()],
    ['a gray JPEG', () => createNoise().grayscale().toColourspace('b-w').jpeg().toBuffer()],
    ['a CMYK JPEG', () => createNoise().toColourspace('cmyk').jpeg().toBuffer()],
    ['a TIFF', () => createNoise().tiff().toBuffer()],
    ['a GIF', () => createNoise().gif().toBuffer()],
    ['a Display P3 JPEG', () => createNoise().withIccProfile('p3').jpeg().toBuffer()],
  ])('%s', async (_name, create) => {
    const made = await convert(await create());
    const { format, space, channels, width, height, chromaSubsampling, icc, depth } =
      await sharp(made).metadata();
    expect({ format, space, channels, width, height, chromaSubsampling, depth }).toEqual({
      format: 'jpeg',
      space: 'srgb',
      channels: 3,
      width: 60,
      height: 40,
      chromaSubsampling: '4:4:4',
      depth: 'uchar',
    });
    expect(icc && isSrgbProfile(icc)).toBe(true);
  });
});

it('shows transparent parts on white, and turns pictures upright', async () => {
  const clear = { width: 8, height: 4, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } } as const;
  const transparent = await convert(await sharp({ create: clear }).png().toBuffer());
  expect([...(await sharp(transparent).raw().toBuffer())].every((value) => value > 250)).toBe(true);
  const lying = await convert(await createNoise().jpeg().withMetadata({ orientation: 6 }).toBuffer());
  const { width, height, orientation } = await sharp(lying).metadata();
  expect({ width, height, orientation }).toEqual({ width: 40, height: 60, orientation: undefined });
});

it('keeps colors of a wider color space', async () => {
  const pure = { width: 8, height: 8, channels: 3, background: { r: 0, g: 200, b: 0 } } as const;
  const wide = await sharp({ create: pure }).withIccProfile('p3').jpeg({ quality: 100 }).toBuffer();
  const [red = 0, green = 0, blue = 0] = await sharp(await convert(wide))
    .raw()
    .toBuffer();
  // Values of Display P3 taken for sRGB would be 118, 198, 70.
  expect(Math.max(Math.abs(red), Math.abs(green - 200), Math.abs(blue))).toBeLessThan(12);
});

describe('keeps the pixels of a JPEG that is fine', () => {
  it.each<[string, () => Promise<Buffer>]>([
    ['with an sRGB profile', () => createNoise().withIccProfile('srgb').jpeg({ quality: 70 }).toBuffer()],
    ['without a profile', () => createNoise().jpeg({ quality: 70 }).toBuffer()],
    ['of any subsampling', () => createNoise().jpeg({ quality: 70, chromaSubsampling: '4:2:0' }).toBuffer()],
  ])('%s', async (_name, create) => {
    const upload = await create();
    const made = await convert(upload);
    expect(await hashPixels(made)).toBe(await hashPixels(upload));
    const { icc } = await sharp(made).metadata();
    expect(icc && isSrgbProfile(icc)).toBe(true);
    expect(readMetadata(made)?.title).toBe('Red fox in the snow');
  });
});

it('writes texts into the file, with as many keywords as the agency takes', async () => {
  const made = await convert(await createNoise().png().toBuffer());
  expect(readMetadata(made)).toMatchObject({
    title: 'Red fox in the snow',
    description: 'A red fox looks for mice.',
    keywords: TEXTS.keywords.slice(0, 49),
    sourceType: undefined,
  });
});

it('keeps the AI mark, with and without texts', async () => {
  const mark = { sourceType: 'trainedAlgorithmicMedia', system: 'gpt-image-1' } as const;
  for (const format of ['png', 'jpeg'] as const) {
    const marked = writeMetadata(await createNoise().toFormat(format).toBuffer(), mark);
    if (!marked) throw new Error('The picture could not be marked.');
    for (const texts of [TEXTS, undefined]) {
      expect(readMetadata(await convertPicture(marked, texts, NO_LIMITS, signal)), format).toMatchObject(
        mark,
      );
    }
  }
});

function readFields(input: Buffer) {
  const { stdout } = spawnSync('exiftool', ['-json', '-G', '-validate', '-all', '-'], { input });
  return z.array(z.record(z.string(), z.unknown())).parse(JSON.parse(String(stdout)))[0];
}

describe('for exiftool', () => {
  beforeEach(skipWithoutExiftool);

  it('a picture has the studio’s creator and copyright, with and without texts', async () => {
    const ownership = { creator: 'Studio Füchse', copyright: '© 2026 Studio Füchse' };
    for (const format of ['png', 'jpeg'] as const) {
      const picture = await createNoise().toFormat(format).toBuffer();
      for (const texts of [TEXTS, undefined]) {
        const bytes = await convertPicture(picture, texts, NO_LIMITS, signal, ownership);
        expect(readFields(bytes)).toMatchObject({
          'ExifTool:Validate': 'OK',
          'XMP:Creator': 'Studio Füchse',
          'XMP:Rights': '© 2026 Studio Füchse',
          'IPTC:By-line': 'Studio Füchse',
          'IPTC:CopyrightNotice': '© 2026 Studio Füchse',
          ...(texts && { 'XMP:Title': TEXTS.seo_image_title }),
        });
      }
    }
  });

  it('a picture has every field, and no error', async () => {
    const mark = { sourceType: 'trainedAlgorithmicMedia', system: 'gpt-image-1' } as const;
    const marked = writeMetadata(await createNoise().png().toBuffer(), mark) ?? Buffer.alloc(0);
    for (const bytes of [await convert(marked), await convert(await createNoise().jpeg().toBuffer())]) {
      const fields = readFields(bytes);
      expect(fields).toMatchObject({
        'ExifTool:Validate': 'OK',
        'File:MIMEType': 'image/jpeg',
        'XMP:Title': TEXTS.seo_image_title,
        'XMP:Description': TEXTS.seo_description,
        'XMP:Subject': TEXTS.keywords.slice(0, 49),
        'IPTC:ObjectName': TEXTS.seo_image_title,
        'IPTC:Keywords': TEXTS.keywords.slice(0, 49),
        'ICC_Profile:ProfileDescription': expect.stringMatching(/^sRGB/),
      });
      if (bytes.includes('trainedAlgorithmicMedia')) expect(fields?.['XMP:AISystemUsed']).toBe('gpt-image-1');
    }
  });
});

describe('sizes of files', () => {
  it('lowers the quality as far as 85', async () => {
    const png = await createNoise(300, 200).png().toBuffer();
    const best = (await convert(png)).length;
    const lower = await convert(png, { maxBytes: best - 1 });
    expect(lower.length).toBeLessThan(best);
    const worst = await sharp(png)
      .jpeg({ quality: 85, chromaSubsampling: '4:4:4', optimiseCoding: false })
      .toBuffer();
    // Without profile and texts.
    await expect(convert(png, { maxBytes: worst.length })).rejects.toThrow(
      /^Even at a quality of 85 percent/,
    );
    expect((await convert(png, { maxBytes: worst.length + 10_000 })).length).toBeGreaterThan(worst.length);
  });

  it('encodes a JPEG again that is too large', async () => {
    const upload = await createNoise(300, 200).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer();
    const made = await convert(upload, { maxBytes: upload.length });
    expect(made.length).toBeLessThanOrEqual(upload.length);
  });

  it('takes what has exactly as many bytes as the limit', async () => {
    const upload = await createNoise(300, 200).jpeg({ quality: 80 }).toBuffer();
    const kept = await convert(upload);
    expect((await convert(upload, { maxBytes: kept.length })).equals(kept)).toBe(true);
    const png = await createNoise(300, 200).png().toBuffer();
    const best = await convert(png);
    expect((await convert(png, { maxBytes: best.length })).equals(best)).toBe(true);
    const { length } = await convert(png, { maxBytes: best.length - 1 });
    expect(length).toBeLessThan(best.length);
  });

  it('refuses what is too small', async () => {
    const png = await createNoise().png().toBuffer();
    const { length } = await convert(png);
    expect((await convert(png, { minBytes: length })).length).toBe(length);
    await expect(convert(png, { minBytes: length + 1 })).rejects.toThrow(/at least .* MB are required/);
  });
});

it('knows sRGB profiles by their names only', async () => {
  const p3 = await sharp(await createNoise().withIccProfile('p3').jpeg().toBuffer()).metadata();
  expect(p3.icc && isSrgbProfile(p3.icc)).toBe(false);
  for (const broken of [Buffer.alloc(0), Buffer.alloc(140, 0xff), Buffer.from('sRGB')]) {
    expect(isSrgbProfile(broken)).toBe(false);
  }
});
