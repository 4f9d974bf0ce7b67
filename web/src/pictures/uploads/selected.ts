import type { SentPicture } from '../send-to/sent-pictures.ts';
import type { Dimensions } from './read-dimensions.ts';

export interface SelectedFile {
  /** Identifies the picture while it is selected. */
  readonly key: string;
  readonly file: File;
  /** Undefined until the file is read. `unknown`: an image that only the server can measure. */
  readonly size?: Dimensions | 'unreadable' | 'unknown';
}

/** A picture of an earlier batch, which the server copies. */
export interface SelectedSent {
  /** The same after a reload. */
  readonly key: string;
  readonly sent: SentPicture;
  readonly size?: Dimensions;
}

export type Selected = SelectedFile | SelectedSent;

export const isFile = (selected: Selected): selected is SelectedFile => 'file' in selected;
export const isSent = (selected: Selected): selected is SelectedSent => 'sent' in selected;

export const getName = (selected: Selected): string =>
  isFile(selected) ? selected.file.name : selected.sent.fileName;

/** Of what has to be uploaded. */
export const getUploadBytes = (selected: Selected): number => (isFile(selected) ? selected.file.size : 0);
