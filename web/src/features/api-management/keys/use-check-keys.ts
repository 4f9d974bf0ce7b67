import { checkKeys, type ApiStatus, type KeyStatus } from '@portal/contracts/api-status';
import { PROVIDER_TITLES, type Provider } from '@portal/contracts/generation-request';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../client/api/client.ts';
import { toast, toastFailure } from '../../../client/toast/toast-store.ts';
import { apiStatusQuery } from '../status/api-status-query.ts';
import { describeCheck } from './describe-keys.ts';

/** Shows the result at once, without waiting for the next poll. */
export function useCheckKeys(provider: Provider) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(checkKeys, { params: { provider } }),
    onSuccess: (status) => {
      client.setQueryData(apiStatusQuery.queryKey, (data) => data && replaceKeys(data, status));
      toast(`${PROVIDER_TITLES[provider]} keys checked`, { description: describeCheck(status) });
    },
    onError: toastFailure,
  });
}

const replaceKeys = (data: ApiStatus['data'], status: KeyStatus): ApiStatus['data'] => ({
  ...data,
  keyStatus: data.keyStatus.map((known) => (known.provider === status.provider ? status : known)),
});
