import { saveFile } from '../downloads/save-file.ts';

/** Made here: no call is made for it. */
export const saveCsv = (text: string, fileName: string): void =>
  saveFile.blob(new Blob([text], { type: 'text/csv;charset=utf-8' }), fileName);
