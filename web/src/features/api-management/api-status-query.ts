import { checkKeys, getApiStatus, type ApiStatus, type KeyStatus } from '@portal/contracts/api-status';
import type { Provider } from '@portal/contracts/generation-request';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shared/api/client.ts';
import { pollEvery } from '../../shared/batches/poll-batches.ts';
import { toast, toastFailure } from '../../shared/toast/toast-store.ts';
import { describeCheck } from './keys/describe-keys.ts';
import { PROVIDER_TITLES } from '../../shared/provider-titles.ts';

const REFRESH_MS = 5_000;

export const apiStatusQuery = queryOptions({
  queryKey: [getApiStatus.path],
  queryFn: async () => (await call(getApiStatus)).data,
  ...pollEvery(() => REFRESH_MS),
});

/** What the provider says of its keys stands on the page at once. */
export function useCheckKeys(provider: Provider) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(checkKeys, { params: { provider } }),
    onSuccess: (status) => {
      client.setQueryData(apiStatusQuery.queryKey, (data) => data && replaceKeys(data, status));
      toast(`Keys of ${PROVIDER_TITLES[provider]} checked`, { description: describeCheck(status) });
    },
    onError: toastFailure,
  });
}

const replaceKeys = (data: ApiStatus['data'], status: KeyStatus): ApiStatus['data'] => ({
  ...data,
  keyStatus: data.keyStatus.map((known) => (known.provider === status.provider ? status : known)),
});
