import { getSavings, getSpend, getSpendRoom } from '@portal/contracts/spend';
import type { Hono } from 'hono';
import { handleCall, type ApiClients } from '../http/handle-call.ts';
import { describeSpend } from './describe-spend.ts';
import { readRoom, readSavings } from './read-room.ts';

export function serveSpend(app: Hono, clients: ApiClients): void {
  handleCall(app, clients, getSpend, ({ params: { month } }) => describeSpend(clients, month));
  handleCall(app, clients, getSpendRoom, ({ caller }) => readRoom(clients.firestore, caller.uid));
  handleCall(app, clients, getSavings, ({ caller }) => readSavings(clients.firestore, caller.uid));
}
