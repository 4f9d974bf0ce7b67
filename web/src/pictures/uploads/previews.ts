import { MAX_PIXELS } from '@portal/contracts/uploads';
import type { Dimensions } from './read-dimensions.ts';
import type { SelectedFile } from './selected.ts';

/** Twice the size shown in a row, for high-density screens. */
const SIDE_PX = 88;
/** Crops very long images. */
const MAX_RATIO = 6;
/** A decoded 50-megapixel image takes 200 MB. */
const MAX_CONCURRENT = 2;

/** A few KB each, released with their files. */
const previews = new WeakMap<File, Promise<string>>();
const waiting: (() => void)[] = [];
let running = 0;

/** A thumbnail as a data URL. Rejects if the file cannot be decoded. */
export function loadPreview({ file, size }: Pick<SelectedFile, 'file' | 'size'>): Promise<string> {
  const known = previews.get(file);
  if (known) return known;
  const preview =
    typeof size === 'object'
      ? limitConcurrency(() => makePreview(file, size))
      : Promise.reject(new Error('Not an image.'));
  previews.set(file, preview);
  return preview;
}

async function limitConcurrency<Result>(run: () => Promise<Result>): Promise<Result> {
  if (running >= MAX_CONCURRENT) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await run();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

async function makePreview(file: File, { width, height }: Dimensions): Promise<string> {
  if (width * height > MAX_PIXELS) throw new Error('Too large to decode in the browser.');
  const ratio = Math.max(width, height) / Math.min(width, height);
  const length = Math.round(SIDE_PX * Math.min(ratio, MAX_RATIO));
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
