import { DAMAGED, ENDS_TOO_EARLY, keepParts, UnreadablePicture, type PictureFile } from './picture-file.ts';
import { readOrientation } from './read-orientation.ts';

const EXIF = 'Exif\0\0';
/** Application segments that affect decoding: their start and length. */
const KEPT_SEGMENTS = new Map<number, [name: string, length?: number]>([
  [0xe0, ['JFIF\0', 14]],
  [0xe2, ['ICC_PROFILE\0']],
  [0xee, ['Adobe', 12]],
]);
const COMMENT = 0xfe;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

const isForApplications = (marker: number) => marker >= 0xe0 && marker <= 0xef;
/** Markers without a length: TEM, restarts, a second start. */
const standsAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** Walks the segments up to the end of the first image. Anything after it is not part of the picture. */
export function readJpeg(bytes: Buffer): PictureFile {
  const parts = keepParts(bytes);
  const found = { width: 0, height: 0, orientation: 1 };
  parts.keep(0, 2);
  for (let at = 2; ;) {
    const start = findMarker(bytes, at);
    const marker = bytes.readUInt8(start + 1);
    if (marker === END_OF_IMAGE) {
      parts.keep(start, start + 2);
      return {
        ...found,
        isAnimated: false,
        needsEncoding: found.orientation !== 1,
        bytes: parts.finish(),
      };
    }
    at = start + 2;
    if (standsAlone(marker)) continue;
    if (at + 2 > bytes.length) throw new UnreadablePicture(ENDS_TOO_EARLY);
    at += bytes.readUInt16BE(at);
    if (at > bytes.length) throw new UnreadablePicture(ENDS_TOO_EARLY);

    const content = bytes.subarray(start + 4, at);
    const beginsWith = (name: string) => content.toString('latin1', 0, name.length) === name;
    if (isFrame(marker)) {
      if (found.width > 0 || content.length < 6) throw new UnreadablePicture(DAMAGED);
      found.height = content.readUInt16BE(1);
      found.width = content.readUInt16BE(3);
    }
    if (marker === 0xe1 && beginsWith(EXIF)) found.orientation = readOrientation(content.subarray(6));
    if (marker === START_OF_SCAN) at = findMarker(bytes, at, true);
    if (isForApplications(marker) || marker === COMMENT) {
      const [name, length = content.length] = KEPT_SEGMENTS.get(marker) ?? [];
      if (name === undefined || !beginsWith(name) || content.length !== length) continue;
    }
    parts.keep(start, at);
  }
}

/** The next marker. In a scan, escaped 0xff and restarts are data, so the marker that ends the scan. */
function findMarker(bytes: Buffer, from: number, isInScan = false): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next === undefined) break;
    const isData = next === 0 || (isInScan && next >= 0xd0 && next <= 0xd7);
    if (next !== 0xff && !isData) return at;
  }
  throw new UnreadablePicture(ENDS_TOO_EARLY);
}
