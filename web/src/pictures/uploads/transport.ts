import type { PublicSettings } from '@portal/contracts/settings';
import { openUploads, uploadPath } from '@portal/contracts/uploads';
import type { z } from 'zod';
import { request } from '../../client/api/client.ts';
import { sendForm } from '../../client/api/send-form.ts';
import { browserConnection } from '../../client/connection/connection.ts';

type OpenRequest = z.input<NonNullable<typeof openUploads.body>>;

/** storage.rules deny files that are not registered or already stored. */
export class UploadDeniedError extends Error {}

/** How bytes leave the browser: to the portal's API and to Cloud Storage. */
export const makeTransport = (userId: string, settings: PublicSettings) => ({
  connection: browserConnection,
  sendForm,
  sendJson: (path: string, body: unknown, headers: Record<string, string>) =>
    request('POST', path, body, headers),
  openFolder: async (body: OpenRequest) =>
    openUploads.response.parse(await request('POST', openUploads.path, body)),
  /** Rejects with `UploadDeniedError` when storage.rules deny the upload. */
  putFile: async (
    { folder, id, contentType }: { folder: string; id: string; contentType: string },
    file: File,
    options: { signal: AbortSignal; onProgress: (sent: number) => void },
  ) => {
    const { followTask, isDenied, startUpload } = await import('./cloud-storage.ts');
    const task = startUpload(settings, uploadPath(userId, folder, id), file, contentType);
    await followTask(task, { connection: browserConnection, ...options }).catch((cause: unknown) => {
      throw isDenied(cause) ? new UploadDeniedError('Cloud Storage denied the upload.', { cause }) : cause;
    });
  },
  /** Warns users who leave the page, until the returned function is called. */
  warnBeforeLeaving: () => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  },
});

export type Transport = ReturnType<typeof makeTransport>;
