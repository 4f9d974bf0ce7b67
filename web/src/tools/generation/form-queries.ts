import { getGeminiStats } from '@portal/contracts/image-generator';
import { getPricing } from '@portal/contracts/pricing';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../client/api/client.ts';
import { pollEvery } from '../../pictures/batches/poll-batches.ts';
import { PRICE_OPTIONS } from '../spend/price-options.ts';

const MINUTE = 60_000;

export const pricingQuery = queryOptions({
  queryKey: [getPricing.path],
  queryFn: () => call(getPricing),
  ...PRICE_OPTIONS,
});

/** Today's allowance of the google family. Refetched with the history and after a batch is started. */
export const geminiStatsQuery = queryOptions({
  queryKey: [getGeminiStats.path],
  queryFn: async () => {
    try {
      return (await call(getGeminiStats)).stats;
    } catch (error) {
      // oxlint-disable-next-line no-console -- the spec: failures are logged only
      console.error(error);
      throw error;
    }
  },
  ...pollEvery(() => MINUTE),
});
