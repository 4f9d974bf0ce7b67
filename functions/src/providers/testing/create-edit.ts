import sharp from 'sharp';
import type { EditRequest, OriginalPicture } from '../edit-request.ts';

/** A request to restyle a generated picture. */
export const createEdit = async (overrides: Partial<EditRequest> = {}): Promise<EditRequest> => ({
  picture: overrides.picture ?? (await createScene()),
  prompt: 'Repaint this picture in watercolors. Leave everything where it is.',
  outputFormat: 'jpeg',
  ...overrides,
});

interface SceneOptions {
  width?: number;
  height?: number;
  sky?: string;
  format?: 'png' | 'jpeg' | 'webp';
}

/** A recognizable scene: a sun, hills, and a house by a lake. `sky: 'none'` makes the background transparent. */
export async function createScene({
  width = 480,
  height = 320,
  sky = '#a8dadc',
  format = 'png',
}: SceneOptions = {}): Promise<OriginalPicture> {
  const scene = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 60 40" preserveAspectRatio="none">
    <rect width="60" height="40" fill="${sky}"/>
    <circle cx="44" cy="10" r="6" fill="#ffd166"/>
    <path d="M0 26 L16 12 L30 26 L42 17 L60 26 V31 H0 Z" fill="#3a5a40"/>
    <rect y="30" width="60" height="10" fill="#1d3557"/>
    <rect x="8" y="22" width="9" height="8" fill="#e63946"/>
    <path d="M6 22 L12 16 L19 22 Z" fill="#6d2e46"/>
  </svg>`;
  const bytes = await sharp(Buffer.from(scene)).toFormat(format).toBuffer();
  return { bytes, contentType: `image/${format}`, width, height };
}
