import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiFailure } from '../api/api-failure.ts';
import { call } from '../api/client.ts';
import { toast, toastFailure } from '../toast/toast-store.ts';
import type { BatchTool, HistoryBatch } from './batch-tool.ts';
import { cancelling, removing, useChangeBatches } from './change-batches.ts';

/** What a person may do to their batches: it shows at once, and a refusal takes it back without a word. */
export function useBatchChanges<Batch extends HistoryBatch>(tool: BatchTool<Batch>) {
  const { calls, batchesQuery, onDeleteFailure } = tool;
  const change = useChangeBatches<Batch>(batchesQuery.queryKey);
  const reportFailure = (error: unknown) => {
    onDeleteFailure?.(error);
    throw error;
  };
  return {
    change,
    cancel: (id: string) =>
      change({
        apply: cancelling(id, new Date()),
        send: () => call(calls.cancel, { params: { id } }),
      }),
    remove: (id: string) =>
      change({
        apply: removing(new Set([id])),
        send: () => call(calls.remove, { params: { id } }).catch(reportFailure),
      }),
    clear: (batches: readonly Batch[]) =>
      change({
        apply: removing(new Set(batches.map(({ id }) => id))),
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
      toast('Trying again', {
        description: 'The images are made in a new batch, at the top of the history.',
      });
      await client.invalidateQueries({ queryKey: batchesQuery.queryKey, exact: true });
    },
    onError: (error) =>
      error instanceof ApiFailure && error.status === 409 && error.reason !== undefined
        ? toast('Error', { description: error.reason, isDestructive: true })
        : toastFailure(),
  });
}
