import sharp from 'sharp';

/** A picture of noise, so that half of the file contains half of the picture. */
export async function createPicture(
  format: 'png' | 'jpeg' | 'webp',
  width = 96,
  height = 96,
): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return sharp({ create: { width, height, channels: 3, background: '#808080', noise } })
    .toFormat(format)
    .toBuffer();
}
