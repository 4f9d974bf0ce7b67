import { getKeywordPrice } from '@portal/contracts/keyword-generator';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../client/api/client.ts';

const HOUR_MS = 60 * 60 * 1000;

/** Dollars per image. Failures are silent, since the page works without it. */
export const priceQuery = queryOptions({
  queryKey: [getKeywordPrice.path],
  queryFn: async () => (await call(getKeywordPrice)).price,
  staleTime: HOUR_MS,
});
