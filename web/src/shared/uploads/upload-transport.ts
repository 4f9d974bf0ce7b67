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
  /** Rejects with `StorageRefusal` when the rules do not let the file in. */
  putFile: (
    place: { folder: string; id: string; contentType: string },
    file: File,
    options: { signal: AbortSignal; onProgress: (sent: number) => void },
  ) => Promise<void>;
  /** Whoever leaves the portal is warned, until they are let go. */
  holdPage: () => () => void;
}

/** storage.rules say no: to what was not announced, and to what is there already. */
export class StorageRefusal extends Error {}
