const ORIENTATION_TAG = 0x0112;
const ENTRY_LENGTH = 12;

/** Reads EXIF data, which is a TIFF file; 1 if there is no valid value. */
export function readOrientation(exif: Buffer): number {
  const order = exif.toString('latin1', 0, 2);
  if (exif.length < 8 || (order !== 'II' && order !== 'MM')) return 1;
  const isLittle = order === 'II';
  const read16 = (at: number) => (isLittle ? exif.readUInt16LE(at) : exif.readUInt16BE(at));
  const directory = isLittle ? exif.readUInt32LE(4) : exif.readUInt32BE(4);
  if (directory + 2 > exif.length) return 1;
  const end = Math.min(exif.length, directory + 2 + read16(directory) * ENTRY_LENGTH);
  for (let at = directory + 2; at + ENTRY_LENGTH <= end; at += ENTRY_LENGTH) {
    if (read16(at) !== ORIENTATION_TAG) continue;
    const orientation = read16(at + 8);
    return orientation >= 1 && orientation <= 8 ? orientation : 1;
  }
  return 1;
}
