import type { PublicSettings } from '@portal/contracts/settings';
import { uploadPath } from '@portal/contracts/uploads';
import { request } from '../api/client.ts';
import { sendForm } from '../api/send-form.ts';
import { browserConnection } from './connection.ts';
import { followTask } from './follow-task.ts';
import type { Transport } from './upload-transport.ts';

/** The browser's own ways to the portal's server and to Cloud Storage. */
export const makeTransport = (userId: string, settings: PublicSettings): Transport => ({
  connection: browserConnection,
  sendForm,
  sendJson: (path, body, headers) => request('POST', path, body, headers),
  putFile: async ({ folder, id }, file, options) => {
    const { putFile } = await import('./cloud-storage.ts');
    const task = putFile(settings, uploadPath(userId, folder, id), file);
    await followTask(task, { connection: browserConnection, ...options });
  },
  holdPage: () => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  },
});
