import sharp from 'sharp';

/** A picture that was uploaded to be edited. */
export interface Original {
  bytes: Buffer;
  width: number;
  height: number;
  /** More than one when it moves. */
  frames: number;
}

/** Undefined when the bytes are no whole picture of the type that they are said to be. */
export async function readOriginal(bytes: Buffer, contentType: string): Promise<Original | undefined> {
  try {
    const image = sharp(bytes, { failOn: 'error' });
    const { format, width, height, pages } = await image.metadata();
    // Decoded to its last row: half a file has a whole header.
    await image.resize(8, 8, { fit: 'fill', fastShrinkOnLoad: false }).raw().toBuffer();
    return contentType === `image/${format}` ? { bytes, width, height, frames: pages ?? 1 } : undefined;
  } catch {
    return undefined;
  }
}

/** Of several widths and heights, those whose shape is most like the picture's own. */
export function findNearestShape<Shape extends readonly [number, number]>(
  { width, height }: Original,
  shapes: readonly Shape[],
): Shape {
  const distance = ([across, down]: Shape) => Math.abs(Math.log((across * height) / (down * width)));
  return shapes.reduce((best, each) => (distance(each) < distance(best) ? each : best));
}
