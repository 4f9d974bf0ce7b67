import sharp, { type Sharp } from 'sharp';

/** The mean difference of two images in levels, after resizing the second with a filter. */
export async function measureDifference(made: Sharp, other: Sharp): Promise<number> {
  const { width, height } = await made.metadata();
  const scaled = sharp(await other.png().toBuffer()).resize(width, height, { fit: 'fill' });
  const [one = Buffer.alloc(0), two = Buffer.alloc(0)] = await Promise.all(
    [made, scaled].map((each) =>
      each.clone().flatten({ background: '#fff' }).toColourspace('srgb').raw().toBuffer(),
    ),
  );
  if (one.length === 0 || one.length !== two.length) throw new Error('These pictures cannot be compared.');
  return one.reduce((sum, value, index) => sum + Math.abs(value - (two[index] ?? 0)), 0) / one.length;
}
