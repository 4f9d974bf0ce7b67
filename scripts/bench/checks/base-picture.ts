import sharp, { type Sharp } from 'sharp';

/** RGB, 8 bits. */
export interface Pixels {
  data: Buffer;
  width: number;
  height: number;
}

export interface BasePicture {
  /** Regions of a photograph have the same source. */
  source: string;
  region: 'whole' | 'left' | 'right';
  kind: string;
  /** Pictures of one theme are not alike for that. */
  theme: string;
  isGray: boolean;
  pixels: Pixels;
}

export const open = ({ data, width, height }: Pixels): Sharp =>
  sharp(data, { raw: { width, height, channels: 3 } });

export async function toPixels(image: Sharp): Promise<Pixels> {
  const { data, info } = await image
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
