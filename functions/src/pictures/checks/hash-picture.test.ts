import { compareHashes, DEFAULT_LIKENESS, parseHash, type Hash } from '@portal/contracts/likeness';
import sharp, { type Sharp } from 'sharp';
import { expect, it } from 'vitest';
import { makeTinyPicture } from '../make-placeholder.ts';
import { hashPicture } from './hash-picture.ts';
import { drawScene, render, settle } from './testing/draw-scene.ts';

async function hash(image: Sharp): Promise<Hash> {
  const parsed = parseHash(hashPicture(await makeTinyPicture(await settle(image))));
  if (!parsed) throw new Error('No hash.');
  return parsed;
}

const compare = async (one: Sharp, other: Sharp) => compareHashes(await hash(one), await hash(other));

it.each<[string, () => Sharp | Promise<Sharp>]>([
  ['cropped', () => drawScene().extract({ left: 20, top: 10, width: 440, height: 335 })],
  ['brightened', () => drawScene().linear(1.25, 10)],
  ['recolored', () => drawScene().modulate({ hue: 40, saturation: 0.7 })],
  ['gray', () => drawScene().grayscale()],
  ['mirrored', () => drawScene().flop()],
  ['small', () => drawScene().resize(90)],
  ['recompressed', async () => sharp(await drawScene().jpeg({ quality: 20 }).toBuffer())],
  ['with an object', () => drawScene('<circle cx="100" cy="80" r="22" fill="#c33"/>')],
])('finds a picture alike that is %s', async (_, vary) => {
  expect(await compare(drawScene(), await vary())).toBeGreaterThan(DEFAULT_LIKENESS);
});

it('does not find another composition of the same colors alike', async () => {
  const other = render(
    '<rect width="480" height="360" fill="#6b5648"/><circle cx="330" cy="120" r="110" fill="#5d86c4"/><rect x="30" y="180" width="120" height="160" fill="#e6ddcf"/>',
  );
  expect(await compare(drawScene(), other)).toBeLessThan(DEFAULT_LIKENESS);
});

it('finds the colors of flat pictures, which have no composition', async () => {
  const flat = (color: string) => render(`<rect width="480" height="360" fill="${color}"/>`);
  expect(await compare(flat('#fff'), flat('#fff'))).toBe(1);
  expect(await compare(flat('#d22'), flat('#22d'))).toBeLessThan(0.8);
  expect(await compare(flat('#fff'), drawScene())).toBe(0);
});
