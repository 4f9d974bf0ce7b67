import type { PublicSettings } from '@portal/contracts/settings';
import { openUploads, uploadPath } from '@portal/contracts/uploads';
import { request } from '../api/client.ts';
import { sendForm } from '../api/send-form.ts';
import { browserConnection } from '../connection/connection.ts';
import { followTask } from './follow-task.ts';
import { UploadDeniedError, type Transport } from './upload-transport.ts';

/** Sends to the portal's API and to Cloud Storage. */
export const makeTransport = (userId: string, settings: PublicSettings): Transport => ({
  connection: browserConnection,
  sendForm,
  sendJson: (path, body, headers) => request('POST', path, body, headers),
  openFolder: async (body) => openUploads.answer.parse(await request('POST', openUploads.path, body)),
  putFile: async ({ folder, id, contentType }, file, options) => {
    const { isDenied, putFile } = await import('./cloud-storage.ts');
    const task = putFile(settings, uploadPath(userId, folder, id), file, contentType);
    await followTask(task, { connection: browserConnection, ...options }).catch((cause: unknown) => {
      throw isDenied(cause) ? new UploadDeniedError('Cloud Storage denied the upload.', { cause }) : cause;
    });
  },
  warnBeforeLeaving: () => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  },
});
