/** JPEGs that are damaged, unusual, or take long to decode. */
import sharp from 'sharp';
import { drawPicture } from '../support/pictures.ts';
import { CUT, DAMAGED, half, MADE, tooLarge, toFiles, type HostileFile } from './hostile-file.ts';

const findMarker = (jpeg: Buffer, marker: number): number => jpeg.indexOf(Buffer.from([0xff, marker]));

/** With another size in its header. */
function withSide(jpeg: Buffer, side: number): Buffer {
  const changed = Buffer.from(jpeg);
  const frame = findMarker(jpeg, 0xc0);
  changed.writeUInt16BE(side, frame + 5);
  changed.writeUInt16BE(side, frame + 7);
  return changed;
}

/** With another segment after the start. */
const withSegment = (jpeg: Buffer, segment: Buffer): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]);

/** Each scan takes a pass over the whole picture. */
function repeatLastScan(progressive: Buffer, times: number): Buffer {
  const scan = progressive.subarray(progressive.lastIndexOf(Buffer.from([0xff, 0xda])), -2);
  const scans = Array<Buffer>(times).fill(scan);
  return Buffer.concat([progressive.subarray(0, -2), ...scans, progressive.subarray(-2)]);
}

/** A TIFF whose only directory is followed by itself. */
export const LOOPING_TIFF = Buffer.from('49492a0008000000010000010300010000001000000008000000', 'hex');
const LOOPING_EXIF = Buffer.concat([Buffer.from('\xff\xe1\0\x22Exif\0\0', 'latin1'), LOOPING_TIFF]);

export async function makeJpegFiles(): Promise<HostileFile[]> {
  const jpeg = await drawPicture({ format: 'jpeg' });
  const open = () => sharp(jpeg);
  const progressive = await open().jpeg({ progressive: true }).toBuffer();
  const frame = jpeg.subarray(findMarker(jpeg, 0xc0), findMarker(jpeg, 0xc4));
  return toFiles([
    ['half.jpg', half(jpeg), CUT],
    ['huge.jpg', withSide(jpeg, 65_535), tooLarge(4295)],
    ['nothing inside.jpg', withSide(jpeg, 9999), DAMAGED],
    ['two frames.jpg', withSegment(jpeg, frame), DAMAGED],
    ['1,000 scans.jpg', repeatLastScan(progressive, 1000), DAMAGED],
    ['looping EXIF.jpg', withSegment(jpeg, LOOPING_EXIF), MADE],
    ['CMYK.jpg', await open().toColourspace('cmyk').jpeg().toBuffer(), MADE],
    ['gray.jpg', await open().toColourspace('b-w').jpeg().toBuffer(), MADE],
    ['turned.jpg', await open().withMetadata({ orientation: 6 }).jpeg().toBuffer(), MADE],
  ]);
}
