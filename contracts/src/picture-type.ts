import { z } from 'zod';

/** Types that people may upload. Not all can be decoded, see functions/src/pictures/uploads/inspect-picture.ts. */
export const PICTURE_TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/tiff',
  'image/bmp',
  'image/heic',
] as const;
export const PictureTypeSchema = z.enum(PICTURE_TYPES);
export type PictureType = z.infer<typeof PictureTypeSchema>;

/** Display name and file extension of each type. */
export const PICTURE_FORMATS = {
  'image/jpeg': { name: 'JPEG', extension: 'jpg' },
  'image/png': { name: 'PNG', extension: 'png' },
  'image/webp': { name: 'WebP', extension: 'webp' },
  'image/gif': { name: 'GIF', extension: 'gif' },
  'image/avif': { name: 'AVIF', extension: 'avif' },
  'image/tiff': { name: 'TIFF', extension: 'tif' },
  'image/bmp': { name: 'BMP', extension: 'bmp' },
  'image/heic': { name: 'HEIC', extension: 'heic' },
} as const satisfies Record<PictureType, { name: string; extension: string }>;
export const PictureExtensionSchema = z.enum(PICTURE_TYPES.map((type) => PICTURE_FORMATS[type].extension));

/** The bytes that `findPictureType` needs. */
export const PICTURE_HEAD_BYTES = 64;

/** Detects the type by the first bytes, ignoring name and declared type. */
export function findPictureType(bytes: Uint8Array): PictureType | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, PICTURE_HEAD_BYTES));
  return PICTURE_TYPES.find((type) => SIGNATURES[type](head));
}

const SIGNATURES: Record<PictureType, (head: string) => boolean> = {
  'image/jpeg': (head) => head.startsWith('\xff\xd8\xff'),
  'image/png': (head) => head.startsWith('\x89PNG\r\n\x1a\n'),
  'image/webp': (head) => head.startsWith('RIFF') && head.startsWith('WEBP', 8),
  'image/gif': (head) => /^GIF8[79]a/.test(head),
  'image/avif': (head) => hasBrand(head, /avi[fs]/),
  'image/tiff': (head) => /^(?:II[*+]\0|MM\0[*+])/.test(head),
  // Two letters alone would match many texts; the four bytes at 6 are reserved and zero.
  'image/bmp': (head) => head.startsWith('BM') && head.startsWith('\0\0\0\0', 6),
  'image/heic': (head) => !hasBrand(head, /avi[fs]/) && hasBrand(head, /hei[cmsx]|hev[cmsx]|mif1|msf1/),
};

/** ISO base media files list their compatible brands: https://aomediacodec.github.io/av1-avif/#brands */
function hasBrand(head: string, brand: RegExp): boolean {
  if (!head.startsWith('ftyp', 4)) return false;
  const length = head.charCodeAt(2) * 256 + head.charCodeAt(3);
  return (head.slice(8, length).match(/.{4}/gs) ?? []).some((one) => brand.test(one));
}
