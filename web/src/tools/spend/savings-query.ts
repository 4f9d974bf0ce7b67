import { getSavings } from '@portal/contracts/spend';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../client/api/client.ts';

/** What the user has saved this month. Failures are silent: nothing depends on it. */
export const savingsQuery = queryOptions({
  queryKey: [getSavings.path],
  queryFn: () => call(getSavings),
  staleTime: 60_000,
});
