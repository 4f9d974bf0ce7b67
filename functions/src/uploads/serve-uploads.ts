import { openUploads } from '@portal/contracts/uploads';
import type { Hono } from 'hono';
import type { Deps } from '../deps.ts';
import { handleCall } from '../http/handle-call.ts';
import { openUploadFolder } from './upload-folders.ts';

export function serveUploads(app: Hono, deps: Deps): void {
  handleCall(app, deps, openUploads, ({ body, caller }) => openUploadFolder(deps, caller.uid, body));
}
