/** What each reader of a file format finds, before anything is decoded. */
export interface PictureFile {
  width: number;
  height: number;
  /** As EXIF says it, 1 to 8; 1 is upright. */
  orientation: number;
  isAnimated: boolean;
  /** It does not lie upright, or is an animation that could not be cut to its first image. */
  mustBeDrawnAnew: boolean;
  /** The same picture without what tells of place, camera and person, and without what follows its end. */
  bytes: Buffer;
}

export const DAMAGED = 'The picture is damaged.';
export const ENDS_TOO_EARLY = 'The picture is damaged: it ends too early.';

/** Its message is the reason that a person reads. */
export class UnreadablePicture extends Error {
  override name = 'UnreadablePicture';
}

/** Collects the parts of a file that stay; nothing is copied before something is left out. */
export function keepParts(bytes: Buffer) {
  let copy: Buffer | undefined;
  let length = 0;
  return {
    /** In the order of the file. */
    keep(start: number, end: number): void {
      if (end > bytes.length) throw new UnreadablePicture(ENDS_TOO_EARLY);
      if (start !== length) copy ??= Buffer.from(bytes);
      copy?.copyWithin(length, start, end);
      length += end - start;
    },
    finish: (): Buffer => (length === bytes.length ? bytes : (copy ?? bytes).subarray(0, length)),
  };
}
