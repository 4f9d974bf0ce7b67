import { buildExport, checkExport as checkCall } from '@portal/contracts/exports';
import type { Hono } from 'hono';
import type { FindTool } from '../batches/tool.ts';
import type { Deps } from '../deps.ts';
import { handleCall } from '../http/handle-call.ts';
import { answerExport } from './answer-export.ts';
import { checkExport } from './check-export.ts';

export function serveExports(app: Hono, deps: Deps, findTool: FindTool): void {
  handleCall(app, deps, checkCall, ({ body, caller }) => checkExport(deps, findTool, caller.uid, body));
  handleCall(app, deps, buildExport, ({ body, caller }) => answerExport(deps, findTool, caller.uid, body));
}
