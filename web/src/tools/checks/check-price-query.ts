import { getCheckPrice } from '@portal/contracts/check-calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../client/api/client.ts';
import { PRICE_OPTIONS } from '../spend/price-options.ts';

/** Of one picture. */
export const checkPriceQuery = queryOptions({
  queryKey: [getCheckPrice.path],
  queryFn: () => call(getCheckPrice),
  ...PRICE_OPTIONS,
});
