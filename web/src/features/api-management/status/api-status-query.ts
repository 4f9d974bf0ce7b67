import { getApiStatus } from '@portal/contracts/api-status';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../client/api/client.ts';
import { pollEvery } from '../../../pictures/batches/poll-batches.ts';

const REFRESH_MS = 5_000;

export const apiStatusQuery = queryOptions({
  queryKey: [getApiStatus.path],
  queryFn: async () => (await call(getApiStatus)).data,
  ...pollEvery(() => REFRESH_MS),
});
