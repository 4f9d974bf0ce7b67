import { listPresets, type Preset } from '@portal/contracts/stylizer';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../client/api/client.ts';
import { loadOrToast } from '../../pictures/batches/poll-batches.ts';
import { PRICE_OPTIONS } from '../spend/price-options.ts';

export const presetsQuery = queryOptions({
  queryKey: [listPresets.path],
  queryFn: (context): Promise<readonly Preset[]> =>
    loadOrToast(async () => (await call(listPresets)).presets, context),
  ...PRICE_OPTIONS,
});
