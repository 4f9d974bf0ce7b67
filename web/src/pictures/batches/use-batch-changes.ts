import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../client/api/client.ts';
import { toastRefusal } from '../../client/api/toast-refusal.ts';
import { toast } from '../../client/toast/toast-store.ts';
import type { BatchTool, HistoryBatch } from './batch-tool.ts';
import { markCancelled, removeBatches, useBatchChange } from './change-batches.ts';

/** Optimistic changes to the user's batches. A failure reverts the change silently. */
export function useBatchChanges<Batch extends HistoryBatch>(tool: BatchTool<Batch>) {
  const { calls, batchesQuery, onDeleteFailure } = tool;
  const change = useBatchChange<Batch>(batchesQuery.queryKey);
  const reportFailure = (error: unknown) => {
    onDeleteFailure?.(error);
    throw error;
  };
  return {
    change,
    cancel: ({ id, halfPrice }: Batch) =>
      change({
        apply: markCancelled(id, new Date()),
        send: async () => {
          await call(calls.cancel, { params: { id } });
          toast('Batch cancelled', {
            description: halfPrice
              ? 'Finished images stay. What the provider has not made costs nothing.'
              : 'Finished images stay. Images in progress may still arrive.',
          });
        },
      }),
    remove: (id: string) =>
      change({
        apply: removeBatches(new Set([id])),
        send: () => call(calls.remove, { params: { id } }).catch(reportFailure),
      }),
    clear: (batches: readonly Batch[]) =>
      change({
        apply: removeBatches(new Set(batches.map(({ id }) => id))),
        send: () => call(calls.clear).catch(reportFailure),
      }),
  };
}

export function useRetryBatch<Batch extends HistoryBatch>({ calls, batchesQuery }: BatchTool<Batch>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, includeUncertain }: { id: string; includeUncertain: boolean }) =>
      call(calls.retry, { params: { id }, body: { includeUncertain } }),
    onSuccess: async () => {
      toast('Retry started', { description: 'The new batch is at the top of History.' });
      await client.invalidateQueries({ queryKey: batchesQuery.queryKey, exact: true });
    },
    onError: toastRefusal,
  });
}
