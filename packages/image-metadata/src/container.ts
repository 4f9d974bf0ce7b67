/** The metadata of a picture file, apart from its pixels. */
export interface Container {
  /** The XMP packet. */
  xmp: string | undefined;
  /** Photoshop image resources, which contain IPTC-IIM. JPEG only. */
  resources: Buffer | undefined;
  /** C2PA. Any change of the file would break its signature. */
  manifest: Buffer | undefined;
  /** The file with other metadata and without a manifest. Undefined fields stay as they are. */
  write: (changes: { xmp?: string; resources?: Buffer }) => Buffer;
}

/** A file that is damaged, or that this package does not understand. */
export class UnreadableFile extends Error {}

export function ensure(condition: boolean, why: string): asserts condition {
  if (!condition) throw new UnreadableFile(why);
}
