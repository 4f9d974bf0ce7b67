import { AlertNameSchema, listAlerts } from '@portal/contracts/alerts';
import type { Hono } from 'hono';
import type { Deps } from '../../batches/deps.ts';
import { handleCall } from '../../http/handle-call.ts';
import { isRaised } from './alert-record.ts';
import { readAlerts } from './alert-store.ts';

export function serveAlerts(app: Hono, deps: Deps): void {
  handleCall(app, deps, listAlerts, async () => {
    const records = await readAlerts(deps.firestore);
    const alerts = AlertNameSchema.options.flatMap((name) => {
      const record = records[name];
      if (!isRaised(record)) return [];
      const { title, message, raisedAt } = record;
      return [{ name, title, message, raisedAt: raisedAt.toDate().toISOString() }];
    });
    return { alerts: alerts.toSorted((one, other) => other.raisedAt.localeCompare(one.raisedAt)) };
  });
}
