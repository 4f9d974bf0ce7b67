import { encodePng } from './encode-png.ts';
import type { RowStream } from './row-stream.ts';

const QUALITY = 92;
/** It is unpacked again at once. */
const QUICKEST = 1;

/** The format's encoder has to see all of it: that much memory it takes. The profile goes along as that of a PNG. */
export async function encodeWebp(picture: RowStream, profile: Buffer | undefined): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp(await encodePng(picture, profile, QUICKEST))
    .keepIccProfile()
    .webp({ quality: QUALITY })
    .toBuffer();
}
