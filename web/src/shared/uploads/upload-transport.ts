import type { openUploads } from '@portal/contracts/uploads';
import type { z } from 'zod';
import type { Connection } from '../connection/connection.ts';

export type OpenRequest = z.input<NonNullable<typeof openUploads.body>>;
export type Opened = z.output<typeof openUploads.answer>;

/** How bytes leave the browser. */
export interface Transport {
  connection: Connection;
  sendForm: (
    path: string,
    form: FormData,
    options: {
      headers: Record<string, string>;
      signal: AbortSignal;
      onProgress: (sent: number, total: number) => void;
    },
  ) => Promise<unknown>;
  sendJson: (path: string, body: unknown, headers: Record<string, string>) => Promise<unknown>;
  openFolder: (request: OpenRequest) => Promise<Opened>;
  /** Rejects with `UploadDeniedError` when storage.rules deny the upload. */
  putFile: (
    target: { folder: string; id: string; contentType: string },
    file: File,
    options: { signal: AbortSignal; onProgress: (sent: number) => void },
  ) => Promise<void>;
  /** Warns users who leave the page, until the returned function is called. */
  warnBeforeLeaving: () => () => void;
}

/** storage.rules deny files that are not registered or already stored. */
export class UploadDeniedError extends Error {}
