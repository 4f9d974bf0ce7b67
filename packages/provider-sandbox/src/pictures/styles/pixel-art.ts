import sharp from 'sharp';
import { openRaster, readRaster, type Raster } from './raster.ts';

const longestEdge = 80;
const colours = 16;

/** Square blocks of a small palette, as large as can be told from afar; transparent or not, nothing between. */
export async function paintPixelArt(picture: Raster): Promise<Raster> {
  const { width, height } = picture;
  const blocks = await openRaster(picture)
    .resize(longestEdge, longestEdge, { fit: 'inside', withoutEnlargement: true })
    .modulate({ saturation: 1.4 })
    .sharpen()
    .png({ palette: true, colours, dither: 0.4 })
    .toBuffer();
  const enlarged = await readRaster(sharp(blocks).resize(width, height, { fit: 'fill', kernel: 'nearest' }));
  const { pixels } = enlarged;
  for (let at = 3; at < pixels.length; at += 4) pixels[at] = (pixels[at] ?? 0) < 128 ? 0 : 255;
  return enlarged;
}
