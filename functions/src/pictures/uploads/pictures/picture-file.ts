/** What the reader of a file format finds without decoding the picture. */
export interface PictureFile {
  width: number;
  height: number;
  /** EXIF orientation, 1 to 8; 1 is upright. */
  orientation: number;
  isAnimated: boolean;
  /** It is not upright, or an animation that could not be cut to its first image. */
  needsEncoding: boolean;
  /** The file without metadata about place, camera and person, and without trailing data. */
  bytes: Buffer;
}

export const DAMAGED = 'The picture is damaged.';
export const ENDS_TOO_EARLY = 'The picture is damaged: it ends too early.';

/** The message is shown to the owner. */
export class UnreadablePicture extends Error {
  override name = 'UnreadablePicture';
}

/** Collects the parts of a file to keep. Copies nothing until a part is left out. */
export function keepParts(bytes: Buffer) {
  let copy: Buffer | undefined;
  let length = 0;
  return {
    /** Call in file order. */
    keep(start: number, end: number): void {
      if (end > bytes.length) throw new UnreadablePicture(ENDS_TOO_EARLY);
      if (start !== length) copy ??= Buffer.from(bytes);
      copy?.copyWithin(length, start, end);
      length += end - start;
    },
    finish: (): Buffer => (length === bytes.length ? bytes : (copy ?? bytes).subarray(0, length)),
  };
}
