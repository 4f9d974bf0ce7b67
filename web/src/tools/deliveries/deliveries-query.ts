import { listDeliveries, listDeliveryAccounts, type Delivery } from '@portal/contracts/delivery';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../client/api/client.ts';
import { pollEvery } from '../../pictures/batches/poll-batches.ts';

const BUSY_MS = 2000;
const IDLE_MS = 60_000;

export const isRunning = ({ endedAt }: Pick<Delivery, 'endedAt'>): boolean => endedAt === null;

/** Newest first. An unchanged list costs the server no answer: browsers send its ETag. */
export const deliveriesQuery = queryOptions({
  queryKey: [listDeliveries.path],
  queryFn: async () => (await call(listDeliveries)).deliveries,
  ...pollEvery<Delivery[]>((deliveries = []) => (deliveries.some(isRunning) ? BUSY_MS : IDLE_MS)),
});

/** The agencies to which the portal can deliver. */
export const accountsQuery = queryOptions({
  queryKey: [listDeliveryAccounts.path],
  queryFn: async () => (await call(listDeliveryAccounts)).accounts,
});
