/** ICC profiles, as far as a JPEG for agencies needs them. https://www.color.org/specification/ICC.1-2022-05.pdf */
import { loadSharp } from '../../pictures/load-sharp.ts';

const HEADER_BYTES = 128;
const TAG_BYTES = 12;
/** More than any profile has; the count is read from the file. */
const MAX_TAGS = 200;

/** By its name: 'sRGB IEC61966-2.1', 'sRGB built-in', and others. */
export function isSrgbProfile(profile: Buffer): boolean {
  try {
    return /^\s*sRGB\b/i.test(readDescription(profile) ?? '');
  } catch (error) {
    // It ends too early.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function readDescription(profile: Buffer): string | undefined {
  const count = Math.min(profile.readUInt32BE(HEADER_BYTES), MAX_TAGS);
  for (let tag = 0; tag < count; tag += 1) {
    const start = HEADER_BYTES + 4 + tag * TAG_BYTES;
    if (profile.toString('latin1', start, start + 4) !== 'desc') continue;
    const offset = profile.readUInt32BE(start + 4);
    return readText(profile.subarray(offset, offset + profile.readUInt32BE(start + 8)));
  }
  return undefined;
}

/** Version 2 has a plain text, version 4 one for each language. */
function readText(element: Buffer): string | undefined {
  const type = element.toString('latin1', 0, 4);
  if (type === 'desc')
    return element.toString('latin1', 12, 12 + element.readUInt32BE(8)).replace(/\0.*$/s, '');
  if (type !== 'mluc' || element.readUInt32BE(8) === 0) return undefined;
  const length = element.readUInt32BE(20);
  const start = element.readUInt32BE(24);
  const bytes = Buffer.from(element.subarray(start, start + length - (length % 2)));
  return bytes.swap16().toString('utf16le');
}

let known: Promise<Buffer> | undefined;

/** libvips' own. */
function readSrgbProfile(): Promise<Buffer> {
  known ??= makeProfile();
  return known;
}

async function makeProfile(): Promise<Buffer> {
  const sharp = await loadSharp();
  const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } });
  const bytes = await pixel.jpeg().withIccProfile('srgb').toBuffer();
  const { icc } = await sharp(bytes).metadata();
  if (!icc) throw new Error('libvips has no sRGB profile.');
  return icc;
}

const START = Buffer.from([0xff, 0xd8]);
const APP0 = 0xe0;
const MAX_SEGMENT_BYTES = 65_535;

/** The JPEG with an sRGB profile, not encoded again. It must have none. */
export async function addSrgbProfile(jpeg: Buffer): Promise<Buffer> {
  const profile = await readSrgbProfile();
  // One part of one.
  const content = Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), profile]);
  if (content.length + 2 > MAX_SEGMENT_BYTES)
    throw new Error('The sRGB profile is too long for one segment.');
  const head = Buffer.from([0xff, 0xe2, (content.length + 2) >> 8, (content.length + 2) & 0xff]);
  const end = findHeadEnd(jpeg);
  return Buffer.concat([jpeg.subarray(0, end), head, content, jpeg.subarray(end)]);
}

/** JFIF and EXIF want to be first. */
function findHeadEnd(jpeg: Buffer): number {
  let end = START.length;
  while (
    end + 4 <= jpeg.length &&
    jpeg[end] === 0xff &&
    (jpeg[end + 1] === APP0 || jpeg[end + 1] === APP0 + 1)
  ) {
    end += 2 + jpeg.readUInt16BE(end + 2);
  }
  return end;
}
