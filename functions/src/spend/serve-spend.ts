import { getSpend } from '@portal/contracts/spend';
import type { Hono } from 'hono';
import type { Deps } from '../deps.ts';
import { handleCall } from '../http/handle-call.ts';
import { describeSpend } from './describe-spend.ts';

export function serveSpend(app: Hono, deps: Deps): void {
  handleCall(app, deps, getSpend, ({ params: { month } }) => describeSpend(deps, month));
}
