/** Optimistic changes to a list of batches, reverted if the server rejects them. */
import type { BatchFacts } from '@portal/contracts/batches';
import {
  mutationOptions,
  useMutation,
  useMutationState,
  useQueryClient,
  type Mutation,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { useMemo } from 'react';

type Apply<Batch> = (batches: readonly Batch[]) => readonly Batch[];

export interface BatchChange<Batch> {
  /** Applied to every poll result until the server has responded, so it must be idempotent. */
  apply: Apply<Batch>;
  send: () => Promise<unknown>;
  /** `apply` changes everything that the server changes, so the list is not refetched. */
  skipsRefetch?: boolean;
}

export const changeKey = (listKey: QueryKey): QueryKey => [...listKey, 'change'];

export const batchChangeOptions = <Batch>(client: QueryClient, listKey: QueryKey) =>
  mutationOptions({
    mutationKey: changeKey(listKey),
    mutationFn: ({ send }: BatchChange<Batch>) => send(),
    onSuccess: async (_answer, { apply }) => {
      // A poll in progress may return the old list.
      await client.cancelQueries({ queryKey: listKey, exact: true });
      client.setQueryData<readonly Batch[]>(listKey, (batches) => batches && apply(batches));
    },
    onSettled: (_answer, error, { skipsRefetch = false }) => {
      if (error !== null || !skipsRefetch) void client.invalidateQueries({ queryKey: listKey, exact: true });
    },
  });

export function useBatchChange<Batch>(listKey: QueryKey): (change: BatchChange<Batch>) => void {
  return useMutation(batchChangeOptions<Batch>(useQueryClient(), listKey)).mutate;
}

/** The list with all pending changes applied. */
export function useOptimisticBatches<Batch>(listKey: QueryKey, batches: readonly Batch[]): readonly Batch[] {
  const changes = useMutationState<
    BatchChange<Batch> | undefined,
    Mutation<unknown, Error, BatchChange<Batch>>
  >({
    filters: { mutationKey: changeKey(listKey), status: 'pending' },
    select: ({ state }) => state.variables,
  });
  return useMemo(
    () => changes.reduce((list, change) => change?.apply(list) ?? list, batches),
    [changes, batches],
  );
}

/** Also used to clear the history, so that batches started meanwhile stay. */
export function removeBatches<Batch extends { id: string }>(ids: ReadonlySet<string>): Apply<Batch> {
  return (batches) => batches.filter(({ id }) => !ids.has(id));
}

export function updateBatch<Batch extends { id: string }>(id: string, fields: Partial<Batch>): Apply<Batch> {
  return (batches) => batches.map((batch) => (batch.id === id ? { ...batch, ...fields } : batch));
}

/** Items in progress may still finish, so the rest is left to the server. */
export function markCancelled<Batch extends BatchFacts>(id: string, now: Date): Apply<Batch> {
  return (batches) =>
    batches.map((batch) =>
      batch.id === id && batch.cancelledAt === null ? { ...batch, cancelledAt: now.toISOString() } : batch,
    );
}
