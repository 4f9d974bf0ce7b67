import { slideRows, type RowStream } from './row-stream.ts';

const QUALITY = 92;
const BLOCK = 8;
const STRIP_ROWS = 4 * BLOCK;
/** The largest restart interval, in blocks. */
const MAX_BLOCKS = 0xff_ff;

const FRAME = 0xc0;
const PROFILE = 0xe2;
const RESTART = 0xd0;
const RESTART_INTERVAL = 0xdd;
const SCAN = 0xda;
const END = 0xd9;

const PROFILE_NAME = Buffer.from('ICC_PROFILE\0', 'latin1');
const MAX_PROFILE_BYTES = 65_000;

/**
 * Encodes a JPEG while rows arrive. sharp encodes only whole images, so each strip becomes one. All share the same tables, so
 * their scans can be joined by restart markers.
 */
export async function encodeJpeg(image: RowStream, profile: Buffer | undefined): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const { width, height, channels } = image;
  const blocksAcross = Math.ceil(width / BLOCK);
  const step = Math.min(STRIP_ROWS, Math.floor(MAX_BLOCKS / blocksAcross) * BLOCK);
  let header: Buffer | undefined;
  const scans: Buffer[] = [];
  for await (const { rows, pixels } of slideRows(image, step, 0)) {
    const strip = await sharp(pixels, { raw: { width, height: rows, channels } })
      .toColourspace(channels === 1 ? 'b-w' : 'srgb')
      .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4', optimiseCoding: false })
      .toBuffer();
    const { frame, scan, data } = findParts(strip);
    if (header) scans.push(Buffer.from([0xff, RESTART + ((scans.length >> 1) % 8)]));
    header ??= writeHeader(strip, frame, scan, data);
    scans.push(strip.subarray(data, -2));
  }

  function writeHeader(strip: Buffer, frame: number, scan: number, data: number): Buffer {
    strip.writeUInt16BE(height, frame + 5);
    const interval = Buffer.alloc(2);
    interval.writeUInt16BE((blocksAcross * step) / BLOCK);
    return Buffer.concat([
      strip.subarray(0, 2),
      ...(profile ? writeProfile(profile) : []),
      strip.subarray(2, scan),
      writeSegment(RESTART_INTERVAL, interval),
      strip.subarray(scan, data),
    ]);
  }

  return Buffer.concat([header ?? Buffer.alloc(0), ...scans, Buffer.from([0xff, END])]);
}

/** Offsets of the frame header, the scan header and the scan data. */
function findParts(jpeg: Buffer): { frame: number; scan: number; data: number } {
  let frame = 0;
  for (let at = 2; ;) {
    const end = at + 2 + jpeg.readUInt16BE(at + 2);
    if (jpeg[at + 1] === FRAME) frame = at;
    if (jpeg[at + 1] === SCAN) return { frame, scan: at, data: end };
    at = end;
  }
}

function writeSegment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

function writeProfile(profile: Buffer): Buffer[] {
  const count = Math.ceil(profile.length / MAX_PROFILE_BYTES);
  return Array.from({ length: count }, (_, index) => {
    const part = profile.subarray(index * MAX_PROFILE_BYTES, (index + 1) * MAX_PROFILE_BYTES);
    return writeSegment(PROFILE, Buffer.concat([PROFILE_NAME, Buffer.from([index + 1, count]), part]));
  });
}
