import { z } from 'zod';
import { readStored, writeStored } from '../browser-storage.ts';
import { useStore } from '../use-store.ts';

const PictureSizeSchema = z.enum(['small', 'medium', 'large']);
export type PictureSize = z.infer<typeof PictureSizeSchema>;
export const PICTURE_SIZES = PictureSizeSchema.options;

const KEY = 'portal:picture-size';
let size: PictureSize | undefined;
const listeners = new Set<() => void>();

const readSize = (): PictureSize => (size ??= readStored(localStorage, KEY, PictureSizeSchema) ?? 'medium');

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How large the histories of all tools show pictures on this device. */
export const usePictureSize = (): PictureSize => useStore(listen, readSize);

export function choosePictureSize(next: PictureSize): void {
  size = next;
  for (const listener of listeners) listener();
  try {
    writeStored(localStorage, KEY, next);
  } catch {
    // The browser blocks storage. The size then lasts until the page is left.
  }
}
