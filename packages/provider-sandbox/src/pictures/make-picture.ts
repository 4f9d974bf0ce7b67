import sharp from 'sharp';
import { drawScene } from './draw-scene.ts';

export interface PictureRequest {
  prompt: string;
  seed: string;
  width: number;
  height: number;
  format: 'png' | 'jpeg' | 'webp';
  transparent: boolean;
}

export interface Picture {
  bytes: Buffer;
}

/** Low, because a sandbox paints on somebody's laptop: a larger file is cheaper than its compression. */
const pngCompression = 2;

/** Paints a picture: the same one for the same request. */
export async function makePicture(request: PictureRequest): Promise<Picture> {
  const drawn = sharp(Buffer.from(drawScene(request)));
  const image = request.transparent ? drawn : drawn.removeAlpha();
  switch (request.format) {
    case 'png':
      return { bytes: await image.png({ compressionLevel: pngCompression }).toBuffer() };
    case 'webp':
      return { bytes: await image.webp({ effort: 0, quality: 85 }).toBuffer() };
    default:
      return { bytes: await image.jpeg({ quality: 88 }).toBuffer() };
  }
}
