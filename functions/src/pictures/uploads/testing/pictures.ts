import { PICTURE_TYPES } from '@portal/contracts/picture-type';
import sharp, { type Sharp } from 'sharp';
import { inspectPicture, type Original } from '../inspect-picture.ts';
import { makeChunk, withChunks } from './png-chunks.ts';

export const WIDTH = 48;
export const HEIGHT = 32;
export const ANY = { types: PICTURE_TYPES };

/** A file, or a pipeline that produces one. */
export type Source = Buffer | Sharp;
export const bytesOf = async (source: Source): Promise<Buffer> =>
  Buffer.isBuffer(source) ? source : source.toBuffer();

const patch = (background: string, left: number, top: number) => ({
  input: { create: { width: WIDTH / 2, height: HEIGHT / 2, channels: 3, background } } as const,
  left,
  top,
});
const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const;
const base = await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#888', noise } })
  .composite([patch('#e02020', 0, 0), patch('#20c020', WIDTH / 2, 0), patch('#2020e0', 0, HEIGHT / 2)])
  .removeAlpha()
  .png()
  .toBuffer();

/** Has a different color in each corner, and some grain. */
export const createPicture = (): Sharp => sharp(base);

export const png = await createPicture().png().toBuffer();
export const jpeg = await createPicture().jpeg({ quality: 90 }).toBuffer();
export const webp = await createPicture().webp().toBuffer();
export const gif = await createPicture().gif().toBuffer();
export const animated = {
  gif: await sharp([png, jpeg], { join: { animated: true } })
    .gif()
    .toBuffer(),
  webp: await sharp([png, jpeg], { join: { animated: true } })
    .webp()
    .toBuffer(),
  apng: withChunks(png, makeChunk('acTL', Buffer.alloc(8)), makeChunk('fcTL', Buffer.alloc(26))),
};

export async function expectPicture(
  bytes: Buffer,
  acceptance: Parameters<typeof inspectPicture>[1] = ANY,
): Promise<Original> {
  const found = await inspectPicture(bytes, acceptance);
  if (found.kind === 'unreadable') throw new Error(found.reason);
  return found.picture;
}

/** The mean difference of two pictures, from 0 to 255. */
export async function compare(one: Sharp, other: Sharp): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((image) => image.removeAlpha().raw().toBuffer()));
  if (a?.length !== b?.length) return Infinity;
  return (
    (a ?? Buffer.alloc(0)).reduce((sum, value, index) => sum + Math.abs(value - (b?.[index] ?? 0)), 0) /
    (a?.length ?? 1)
  );
}
