import { beforeAll, describe, expect, test } from 'vitest';
import sharp from 'sharp';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { measureDifference } from '../support/measure-difference.ts';
import {
  addressOf,
  listImages,
  originalOf,
  pictureTools,
  startWith,
  stylizer,
  upscaler,
} from '../support/picture-tools.ts';
import { digestOf, drawPicture } from '../support/pictures.ts';
import { countCalls, setLatency } from '../support/sandbox.ts';
import { fetchFile } from '../support/api-files.ts';

const WIDTH = 48;
const HEIGHT = 32;
const SECRET = 'nobody needs to know who took it';
const GPS = { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 32/1', GPSLongitude: '0/1 7/1 39/1' };

let artist: Account;
beforeAll(async () => {
  await setLatency(0);
  artist = await signIn(newEmail());
});

const openPicture = async () => sharp(await drawPicture({ width: WIDTH, height: HEIGHT }));
const fetchResult = async (tool: typeof upscaler, id: string, index = 0) => {
  const { bytes, headers } = await fetchFile(artist, addressOf(tool.calls.image, id, index));
  return { bytes, type: headers.get('content-type'), facts: await sharp(bytes).metadata() };
};

test('detects the image type by content, whatever its name or declared type [D-uploads.6, T5.4.1]', async () => {
  const called: [name: string, format: 'png' | 'jpeg' | 'webp', made: string][] = [
    ['png.jpg', 'png', 'png_upscaled.png'],
    ['jpeg.webp', 'jpeg', 'jpeg_upscaled.jpg'],
    ['webp.png', 'webp', 'webp_upscaled.webp'],
    ['no extension', 'png', 'no extension_upscaled.png'],
    ['text.txt', 'jpeg', 'text_upscaled.jpg'],
  ];
  const pictures = await Promise.all(
    called.map(async ([name, format]) => ({
      name,
      bytes: await drawPicture({ format }),
      type: 'text/plain',
    })),
  );
  const id = await startWith(upscaler, artist, pictures);
  await upscaler.waitForBatch(artist, id);
  const images = await listImages(upscaler, artist, id);
  expect(images.map(({ fileName }) => fileName)).toEqual(called.map(([, , made]) => made));
  for (const [index, [, format]] of called.entries()) {
    expect(await fetchResult(upscaler, id, index)).toMatchObject({
      type: `image/${format}`,
      facts: { format },
    });
  }
});

test('the stylizer accepts any decodable type, and shows it as a thumbnail [T5.4.3, D-file-types.2]', async () => {
  const picture = await openPicture();
  const named = await Promise.all(
    (['gif', 'avif', 'tiff'] as const).map(async (format) => ({
      name: `any.${format}`,
      bytes: await picture.clone().toFormat(format).toBuffer(),
    })),
  );
  const id = await startWith(stylizer, artist, named);
  expect(await stylizer.waitForBatch(artist, id)).toMatchObject({ done: named.length, failures: [] });
  for (const [index, { name }] of named.entries()) {
    expect(await fetchResult(stylizer, id, index)).toMatchObject({ type: 'image/jpeg' });
    const original = await fetchFile(artist, originalOf(stylizer, id, index));
    expect(original.headers.get('content-type')).toBe(`image/${name.slice(4)}`);
    const { bytes } = await fetchFile(artist, `${originalOf(stylizer, id, index)}/thumbnail`);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: WIDTH, height: HEIGHT });
  }
});

test('applies the EXIF rotation [D-uploads.6]', async () => {
  const picture = await openPicture();
  const bytes = await picture.jpeg({ quality: 100 }).withMetadata({ orientation: 6 }).toBuffer();
  const id = await startWith(upscaler, artist, [{ name: 'turned.jpg', bytes }]);
  await upscaler.waitForBatch(artist, id);
  const { bytes: made, facts } = await fetchResult(upscaler, id);
  expect(facts).toMatchObject({ width: HEIGHT * 2, height: WIDTH * 2 });
  expect(facts.orientation ?? 1).toBe(1);
  expect(await measureDifference(sharp(made), sharp(bytes).autoOrient())).toBeLessThan(5);
});

describe.each(pictureTools)('$name', (tool) => {
  test('removes location, camera and author from results and provider requests', async () => {
    const picture = await openPicture();
    const exif = { IFD0: { Artist: SECRET, Copyright: SECRET }, IFD3: GPS };
    const named = await Promise.all(
      (['jpeg', 'png', 'webp'] as const).map(async (format) => ({
        name: `from a camera.${format}`,
        bytes: await picture.clone().toFormat(format).withExif(exif).toBuffer(),
      })),
    );
    for (const { bytes } of named) expect(bytes.includes(SECRET)).toBe(true);
    const id = await startWith(tool, artist, named);
    expect(await tool.waitForBatch(artist, id)).toMatchObject({ done: named.length });
    for (const [index, { bytes }] of named.entries()) {
      const made = await fetchResult(tool, id, index);
      expect(made.facts.exif).toBe(undefined);
      expect(made.bytes.includes(SECRET)).toBe(false);
      expect(await countCalls(digestOf(bytes))).toMatchObject({ received: 0 });
    }
  });
});

test('keeps the color profile', async () => {
  const picture = await openPicture();
  const named = await Promise.all(
    (['jpeg', 'png', 'webp'] as const).map(async (format) => ({
      name: `wide.${format}`,
      bytes: await picture.clone().toFormat(format).withIccProfile('p3').toBuffer(),
    })),
  );
  const id = await startWith(upscaler, artist, named);
  await upscaler.waitForBatch(artist, id);
  for (const [index, { bytes }] of named.entries()) {
    const { icc } = await sharp(bytes).metadata();
    expect(icc).toBeDefined();
    expect((await fetchResult(upscaler, id, index)).facts.icc).toEqual(icc);
  }
});
