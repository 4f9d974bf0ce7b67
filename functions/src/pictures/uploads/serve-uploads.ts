import { openUploads } from '@portal/contracts/uploads';
import type { Hono } from 'hono';
import { handleCall, type ApiClients } from '../../http/handle-call.ts';
import { openUploadFolder } from './upload-folders.ts';

export function serveUploads(app: Hono, clients: ApiClients): void {
  handleCall(app, clients, openUploads, ({ body, caller }) => openUploadFolder(clients, caller.uid, body));
}
