import { MOST_PIXELS } from '@portal/contracts/uploads';
import type { Dimensions } from './read-dimensions.ts';
import type { SelectedFile } from './selection.ts';

/** Twice the side at which a row shows it, for fine screens. */
const SIDE_PX = 88;
/** Of a long strip, not more than this of its length. */
const MOST_RATIO = 6;
/** A decoded picture of 50 megapixels takes 200 MB. */
const AT_ONCE = 2;

/** A few KB each, kept as long as their files are. */
const previews = new WeakMap<File, Promise<string>>();
const waiting: (() => void)[] = [];
let running = 0;

/** A small picture of a file, as a data URL; it fails for what cannot be decoded. */
export function loadPreview({ file, size }: Pick<SelectedFile, 'file' | 'size'>): Promise<string> {
  const known = previews.get(file);
  if (known) return known;
  const preview =
    typeof size === 'object'
      ? inTurn(() => makePreview(file, size))
      : Promise.reject(new Error('It is no picture.'));
  previews.set(file, preview);
  return preview;
}

async function inTurn<Result>(run: () => Promise<Result>): Promise<Result> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await run();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

async function makePreview(file: File, { width, height }: Dimensions): Promise<string> {
  if (width * height > MOST_PIXELS) throw new Error('It is too large to be decoded here.');
  const ratio = Math.max(width, height) / Math.min(width, height);
  const length = Math.round(SIDE_PX * Math.min(ratio, MOST_RATIO));
  const bitmap = await createImageBitmap(file, {
    resizeQuality: 'medium',
    ...(width > height ? { resizeWidth: length } : { resizeHeight: length }),
  });
  try {
    const canvas = Object.assign(document.createElement('canvas'), { width: SIDE_PX, height: SIDE_PX });
    const x = (SIDE_PX - bitmap.width) / 2;
    const y = (SIDE_PX - bitmap.height) / 2;
    canvas.getContext('2d')?.drawImage(bitmap, x, y);
    return canvas.toDataURL('image/webp', 0.8);
  } finally {
    bitmap.close();
  }
}
