import { buildExport, checkExport as checkCall } from '@portal/contracts/exports';
import type { Hono } from 'hono';
import type { Deps } from '../../batches/deps.ts';
import { handleCall } from '../../http/handle-call.ts';
import { answerExport } from './answer-export.ts';
import { checkExport } from './check-export.ts';

export function serveExports(app: Hono, deps: Deps): void {
  handleCall(app, deps, checkCall, ({ body, caller }) => checkExport(deps, caller.uid, body));
  handleCall(app, deps, buildExport, ({ body, caller }) => answerExport(deps, caller.uid, body));
}
