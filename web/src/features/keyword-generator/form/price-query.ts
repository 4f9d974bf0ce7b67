import { getKeywordPrice } from '@portal/contracts/keyword-generator';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/api/client.ts';

const HOUR_MS = 60 * 60 * 1000;

/** Dollars an image. Without it the page works as well: a failure is silent. */
export const priceQuery = queryOptions({
  queryKey: [getKeywordPrice.path],
  queryFn: async () => (await call(getKeywordPrice)).price,
  staleTime: HOUR_MS,
});
