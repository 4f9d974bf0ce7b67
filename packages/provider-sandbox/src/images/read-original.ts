import sharp from 'sharp';

/** A picture uploaded for editing. */
export interface Original {
  bytes: Buffer;
  width: number;
  height: number;
  /** More than one if it is animated. */
  frames: number;
}

/** Undefined unless the bytes are a complete picture of the declared type. */
export async function readOriginal(bytes: Buffer, contentType: string): Promise<Original | undefined> {
  try {
    const image = sharp(bytes, { failOn: 'error' });
    const { format, width, height, pages } = await image.metadata();
    // Decode to the last row: a truncated file has a valid header.
    await image.resize(8, 8, { fit: 'fill', fastShrinkOnLoad: false }).raw().toBuffer();
    return contentType === `image/${format}` ? { bytes, width, height, frames: pages ?? 1 } : undefined;
  } catch {
    return undefined;
  }
}
