import { saveFile } from './save-file.ts';

export const saveCsv = (text: string, fileName: string): void =>
  saveFile.blob(new Blob([text], { type: 'text/csv;charset=utf-8' }), fileName);
