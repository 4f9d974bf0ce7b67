import type { Original } from '../uploads/inspect-picture.ts';

export type OriginalPicture = Omit<Original, 'hasAlpha' | 'uploadedType' | 'thumbnail'>;

export interface EditRequest {
  picture: OriginalPicture;
  prompt: string;
  outputFormat: 'png' | 'jpeg' | 'webp';
}
