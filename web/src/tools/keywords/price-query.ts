import { getKeywordPrice } from '@portal/contracts/keyword-generator';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../client/api/client.ts';
import { PRICE_OPTIONS } from '../spend/price-options.ts';

/** Dollars per image, and who writes the texts. Failures are silent, since the page works without it. */
export const priceQuery = queryOptions({
  queryKey: [getKeywordPrice.path],
  queryFn: () => call(getKeywordPrice),
  ...PRICE_OPTIONS,
});
