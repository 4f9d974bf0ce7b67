/** Pictures that are small files and take the most memory that is allowed. */
import sharp, { type Sharp } from 'sharp';
import { MADE, type HostileFile } from './hostile-file.ts';

const SIDE = 10_000;
/** WebP allows no longer side. */
const WEBP_SIZE = { width: 16_383, height: 6100 };

const draw = (channels: 3 | 4, { width, height } = { width: SIDE, height: SIDE }): Sharp =>
  sharp({ create: { width, height, channels, background: { r: 20, g: 90, b: 160, alpha: 0.5 } } });

const enlarged = (megapixels: number) =>
  `At 2x this image would have ${megapixels} megapixels. The maximum is 100.`;

export const LARGE_FILES = 4;

/** Takes some seconds. */
export async function makeLargeFiles(): Promise<HostileFile[]> {
  const [jpeg, progressive, png, webp] = await Promise.all([
    draw(3).jpeg().toBuffer(),
    draw(3).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
    draw(4).toColourspace('rgb16').png({ progressive: true }).toBuffer(),
    draw(4, WEBP_SIZE).webp({ effort: 0 }).toBuffer(),
  ]);
  const files = [
    { name: '100 megapixels.jpg', bytes: jpeg, megapixels: 400 },
    { name: '100 megapixels, progressive.jpg', bytes: progressive, megapixels: 400 },
    { name: '100 megapixels, 16 bits, interlaced.png', bytes: png, megapixels: 400 },
    { name: '100 megapixels.webp', bytes: webp, megapixels: 400 },
  ];
  return files.map(({ megapixels, ...file }) => ({
    ...file,
    outcome: { upscale: enlarged(megapixels), stylizer: MADE, 'keyword-generator': MADE },
  }));
}
