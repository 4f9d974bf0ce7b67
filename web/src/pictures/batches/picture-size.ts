import { z } from 'zod';
import { readStored, writeIfPossible } from '../../client/browser-storage.ts';
import { Observable, useStore } from '../../client/observable.ts';

const PictureSizeSchema = z.enum(['small', 'medium', 'large']);
export type PictureSize = z.infer<typeof PictureSizeSchema>;
export const PICTURE_SIZES = PictureSizeSchema.options;

const KEY = 'portal:picture-size';
let size: PictureSize | undefined;
const changes = new Observable();

const readSize = (): PictureSize => (size ??= readStored(localStorage, KEY, PictureSizeSchema) ?? 'medium');

/** How large pictures are in the histories, in the Library and in jobs, on this device. */
export const usePictureSize = (): PictureSize => useStore(changes.subscribe, readSize);

export function choosePictureSize(next: PictureSize): void {
  size = next;
  changes.notify();
  writeIfPossible(localStorage, KEY, next);
}
