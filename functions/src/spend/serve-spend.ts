import { getSavings, getSpend, getSpendRoom } from '@portal/contracts/spend';
import type { Hono } from 'hono';
import type { Deps } from '../deps.ts';
import { handleCall } from '../http/handle-call.ts';
import { describeSpend } from './describe-spend.ts';
import { readRoom, readSavings } from './read-room.ts';

export function serveSpend(app: Hono, deps: Deps): void {
  handleCall(app, deps, getSpend, ({ params: { month } }) => describeSpend(deps, month));
  handleCall(app, deps, getSpendRoom, ({ caller }) => readRoom(deps.firestore, caller.uid));
  handleCall(app, deps, getSavings, ({ caller }) => readSavings(deps.firestore, caller.uid));
}
