import { listAlerts } from '@portal/contracts/alerts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../client/api/client.ts';
import { pollEvery } from '../../pictures/batches/poll-batches.ts';

/** The server checks once a minute. */
const REFRESH_MS = 60_000;

export const alertsQuery = queryOptions({
  queryKey: [listAlerts.path],
  queryFn: async () => (await call(listAlerts)).alerts,
  ...pollEvery(() => REFRESH_MS),
});
