import sharp from 'sharp';
import { hasLettering } from './has-lettering.ts';
import { measureColours, type Colours } from './measure-colours.ts';
import { measureLight, type Light } from './measure-light.ts';
import { measureLayout, type Layout } from './measure-layout.ts';
import type { Pixels } from './pixels.ts';

/** What can be seen in a picture without understanding it. */
export interface Sight extends Colours, Light, Layout {
  width: number;
  height: number;
  isTransparent: boolean;
  hasLettering: boolean;
}

const edge = 64;
/** Less of the picture is only its rounded corners. */
const leastTransparent = 0.05;

export async function lookAt(bytes: Buffer): Promise<Sight> {
  // As a person sees it: turned upright.
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
    isTransparent: findTransparent(pixels) > leastTransparent,
    hasLettering: await hasLettering(upright.clone()),
    ...measureColours(pixels),
    ...measureLight(pixels),
    ...measureLayout(pixels),
  };
}

function findTransparent({ data, edge: across }: Pixels): number {
  let clear = 0;
  for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) < 128) clear += 1;
  return clear / (across * across);
}
