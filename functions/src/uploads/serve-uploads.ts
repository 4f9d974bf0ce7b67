import { openUploads } from '@portal/contracts/uploads';
import type { Hono } from 'hono';
import type { Clients } from '../clients.ts';
import { handleCall } from '../http/handle-call.ts';
import { openUploadFolder } from './upload-folders.ts';

export function serveUploads(app: Hono, clients: Clients): void {
  handleCall(app, clients, openUploads, ({ body, caller }) => openUploadFolder(clients, caller.uid, body));
}
