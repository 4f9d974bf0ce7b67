import { findPictureType, PICTURE_HEAD_BYTES, type PictureType } from '@portal/contracts/picture-type';
import { guessTypes } from './check-files.ts';

/** By its content, else by its MIME type or extension. */
export async function detectType(file: File): Promise<PictureType> {
  return (await readContentType(file)) ?? guessTypes(file)[0] ?? 'image/jpeg';
}

export const readContentType = async (file: File): Promise<PictureType | undefined> =>
  file
    .slice(0, PICTURE_HEAD_BYTES)
    .arrayBuffer()
    .then(
      (head) => findPictureType(new Uint8Array(head)),
      () => undefined,
    );
