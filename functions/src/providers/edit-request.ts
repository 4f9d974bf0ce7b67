import type { Original } from '../pictures/uploads/inspect-picture.ts';

export type OriginalPicture = Pick<Original, 'bytes' | 'contentType' | 'width' | 'height'>;

export interface EditRequest {
  picture: OriginalPicture;
  prompt: string;
  outputFormat: 'png' | 'jpeg' | 'webp';
}
