import { getLineage } from '@portal/contracts/lineage';
import type { Hono } from 'hono';
import type { Deps } from '../deps.ts';
import { handleCall } from '../../http/handle-call.ts';
import { describeLineage } from './describe-lineage.ts';

export function serveLineage(app: Hono, deps: Deps): void {
  handleCall(app, deps, getLineage, ({ params, caller }) => describeLineage(deps, caller.uid, params.id));
}
