import {
  cancelDelivery as cancelCall,
  checkDeliveryAccount,
  createDelivery as createCall,
  getDelivery,
  listDeliveries,
  listDeliveryAccounts,
  retryDelivery as retryCall,
} from '@portal/contracts/delivery';
import type { Hono } from 'hono';
import type { Deps } from '../../batches/deps.ts';
import { handleCall, readIdempotencyKey } from '../../http/handle-call.ts';
import { listAgencies } from '../../platform/settings/agency-settings.ts';
import { checkAccount } from './check-account.ts';
import { createDelivery } from './create-delivery.ts';
import { readDeliveriesOf, readFilePage, readOwnDelivery } from './delivery-store.ts';
import { assertDeliveriesOn, listOpenTargets } from './delivery-switch.ts';
import { describeDelivery, describeFile } from './describe-delivery.ts';
import { retryDelivery } from './retry-delivery.ts';
import { cancelDelivery } from './stop-delivery.ts';

export function serveDeliveries(app: Hono, deps: Deps): void {
  const { firestore } = deps;
  handleCall(app, deps, listDeliveryAccounts, async () => {
    const [agencies, targets] = await Promise.all([listAgencies(firestore), listOpenTargets(firestore)]);
    const nameOf = (id: string) => agencies.find((agency) => agency.id === id)?.name ?? id;
    return { accounts: targets.map((each) => ({ ...each, agencyName: nameOf(each.agency) })) };
  });
  handleCall(app, deps, checkDeliveryAccount, async ({ params }) => {
    await assertDeliveriesOn(firestore);
    return checkAccount(params.agency);
  });
  handleCall(app, deps, createCall, async ({ body, caller }, context) => {
    await assertDeliveriesOn(firestore);
    return createDelivery(deps, caller.uid, body, readIdempotencyKey(context));
  });
  handleCall(app, deps, listDeliveries, async ({ caller }) => ({
    deliveries: (await readDeliveriesOf(firestore, caller.uid)).map(describeDelivery),
  }));
  handleCall(app, deps, getDelivery, async ({ params, caller }) => {
    const delivery = await readOwnDelivery(firestore, caller.uid, params.id);
    const files = await readFilePage(firestore, params.id, params.from);
    return { delivery: describeDelivery(delivery), files: files.map(describeFile) };
  });
  handleCall(app, deps, cancelCall, async ({ params, caller }) => {
    await readOwnDelivery(firestore, caller.uid, params.id);
    return { cancelled: await cancelDelivery(deps, params.id) };
  });
  handleCall(app, deps, retryCall, async ({ params, caller }) => {
    await assertDeliveriesOn(firestore);
    return { retried: await retryDelivery(deps, caller.uid, params.id) };
  });
}
