import { listProviders } from '@portal/contracts/providers';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../client/api/client.ts';

const MINUTE = 60_000;

/** Whether the providers' keys work. Failures are silent, since forms work without it. */
export const providersQuery = queryOptions({
  queryKey: [listProviders.path],
  queryFn: async () => (await call(listProviders)).providers,
  staleTime: MINUTE,
  /** Keys are refused, and replaced, while forms are open. */
  refetchInterval: MINUTE,
});
