import type { Connection } from './connection.ts';

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
  putFile: (
    place: { folder: string; id: string },
    file: File,
    options: { signal: AbortSignal; onProgress: (sent: number) => void },
  ) => Promise<void>;
  /** Whoever leaves the portal is warned, until they are let go. */
  holdPage: () => () => void;
}
