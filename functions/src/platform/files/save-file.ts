import type { File, SaveOptions } from '@google-cloud/storage' with { 'resolution-mode': 'require' };

/** Saves a file that is new, or may overwrite an earlier one, in one request. */
export const saveFile = (file: File, bytes: Buffer, options: SaveOptions): Promise<void> =>
  file.save(bytes, { ...options, resumable: false });
