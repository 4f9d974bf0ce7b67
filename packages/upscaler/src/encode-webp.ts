import { encodePng } from './encode-png.ts';
import type { RowStream } from './row-stream.ts';

const QUALITY = 92;
/** The PNG is only an intermediate format. */
const FASTEST = 1;

/** WebP's encoder needs the whole image in memory. The PNG carries the color profile. */
export async function encodeWebp(image: RowStream, profile: Buffer | undefined): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp(await encodePng(image, profile, FASTEST))
    .keepIccProfile()
    .webp({ quality: QUALITY })
    .toBuffer();
}
