import { findPictureType, PICTURE_HEAD_BYTES, type PictureType } from '@portal/contracts/picture-type';
import { readTypes } from './check-files.ts';

/** By its content; a file that is none of them, or cannot be read, has the type that its system or its name says. */
export async function detectType(file: File): Promise<PictureType> {
  return (await readContentType(file)) ?? readTypes(file)[0] ?? 'image/jpeg';
}

export const readContentType = async (file: File): Promise<PictureType | undefined> =>
  file
    .slice(0, PICTURE_HEAD_BYTES)
    .arrayBuffer()
    .then(
      (head) => findPictureType(new Uint8Array(head)),
      () => undefined,
    );
