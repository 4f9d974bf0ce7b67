import { getCheckPrice } from '@portal/contracts/check-calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../client/api/client.ts';

const HOUR_MS = 60 * 60 * 1000;

/** Of one picture. */
export const checkPriceQuery = queryOptions({
  queryKey: [getCheckPrice.path],
  queryFn: () => call(getCheckPrice),
  staleTime: HOUR_MS,
});
