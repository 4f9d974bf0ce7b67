/** Pictures of earlier batches that wait for the form of a tool. */
import type { ToolName } from '@portal/contracts/batches';
import type { Source } from '@portal/contracts/source';
import type { UploadTool } from '@portal/contracts/uploads';
import { writeStored } from '../browser-storage.ts';

export interface SentPicture {
  from: Source;
  fileName: string;
  thumbnailUrl: string;
  /** Unknown for originals. */
  width?: number;
  height?: number;
  tool: ToolName;
  batchName: string;
}

/** A reload keeps them. */
export const sendPictures = (tool: UploadTool, pictures: readonly SentPicture[]): void =>
  writeStored(sessionStorage, `portal:sent-pictures:${tool}`, pictures);
