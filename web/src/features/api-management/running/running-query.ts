import {
  cancelRunningBatch,
  listRunningBatches,
  type RunningBatches,
} from '@portal/contracts/running-batches';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../client/api/client.ts';
import { pollEvery } from '../../../pictures/batches/poll-batches.ts';
import { toast, toastFailure } from '../../../client/toast/toast-store.ts';

const REFRESH_MS = 5_000;

export const runningQuery = queryOptions({
  queryKey: [listRunningBatches.path],
  queryFn: () => call(listRunningBatches),
  ...pollEvery(() => REFRESH_MS),
});

/** Optimistic: the row shows 'Stopping' at once, until the refetch or a failure. */
export function useCancelRunning() {
  const client = useQueryClient();
  const { queryKey } = runningQuery;
  return useMutation({
    mutationFn: (id: string) => call(cancelRunningBatch, { params: { id } }),
    onMutate: async (id) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (data) => data && setCancelled(data, id, new Date().toISOString()));
    },
    onSuccess: () => toast('Batch cancelled'),
    onError: (_error, id) => {
      client.setQueryData(queryKey, (data) => data && setCancelled(data, id, null));
      toastFailure();
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}

const setCancelled = (data: RunningBatches, id: string, cancelledAt: string | null): RunningBatches => ({
  ...data,
  batches: data.batches.map((batch) => (batch.id === id ? { ...batch, cancelledAt } : batch)),
});
