import sharp from 'sharp';
import { hasLettering } from './has-lettering.ts';
import { measureColors, type Colors } from './measure-colors.ts';
import { measureLight, type Light } from './measure-light.ts';
import { measureLayout, type Layout } from './measure-layout.ts';
import type { Pixels } from './pixels.ts';

/** Measurable properties of a picture. */
export interface ImageAnalysis extends Colors, Light, Layout {
  width: number;
  height: number;
  isTransparent: boolean;
  hasLettering: boolean;
}

const edge = 64;
/** Ignores rounded corners. */
const MIN_TRANSPARENT_SHARE = 0.05;

export async function analyzeImage(bytes: Buffer): Promise<ImageAnalysis> {
  const upright = sharp(bytes).autoOrient();
  const { autoOrient: size } = await sharp(bytes).metadata();
  const data = await upright
    .clone()
    .resize(edge, edge, { fit: 'fill' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer();
  const pixels: Pixels = { data, edge };
  return {
    width: size.width,
    height: size.height,
    isTransparent: findTransparent(pixels) > MIN_TRANSPARENT_SHARE,
    hasLettering: await hasLettering(upright.clone()),
    ...measureColors(pixels),
    ...measureLight(pixels),
    ...measureLayout(pixels),
  };
}

function findTransparent({ data, edge: across }: Pixels): number {
  let clear = 0;
  for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) < 128) clear += 1;
  return clear / (across * across);
}
