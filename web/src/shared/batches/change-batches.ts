/** Changes that show at once and are taken back, quietly, where the server refuses them. */
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
  /** Applied to what the polls bring until the server has answered; twice must be as good as once. */
  apply: Apply<Batch>;
  send: () => Promise<unknown>;
  /** What is applied is all that has changed: the list is not read again. */
  isWhole?: boolean;
}

const changeKey = (listKey: QueryKey): QueryKey => [...listKey, 'change'];

export const batchChangeOptions = <Batch>(client: QueryClient, listKey: QueryKey) =>
  mutationOptions({
    mutationKey: changeKey(listKey),
    mutationFn: ({ send }: BatchChange<Batch>) => send(),
    onSuccess: async (_answer, { apply }) => {
      // A poll that is under way may bring the list as it was before.
      await client.cancelQueries({ queryKey: listKey, exact: true });
      client.setQueryData<readonly Batch[]>(listKey, (batches) => batches && apply(batches));
    },
    onSettled: (_answer, error, { isWhole = false }) => {
      if (error !== null || !isWhole) void client.invalidateQueries({ queryKey: listKey, exact: true });
    },
  });

export function useChangeBatches<Batch>(listKey: QueryKey): (change: BatchChange<Batch>) => void {
  return useMutation(batchChangeOptions<Batch>(useQueryClient(), listKey)).mutate;
}

/** The list as it will be once the changes under way have come through. */
export function useChangedBatches<Batch>(listKey: QueryKey, batches: readonly Batch[]): readonly Batch[] {
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

/** Also clears: what is started meanwhile stays. */
export function removing<Batch extends { id: string }>(ids: ReadonlySet<string>): Apply<Batch> {
  return (batches) => batches.filter(({ id }) => !ids.has(id));
}

export function replacing<Batch extends { id: string }>(id: string, fields: Partial<Batch>): Apply<Batch> {
  return (batches) => batches.map((batch) => (batch.id === id ? { ...batch, ...fields } : batch));
}

/** The server says what is left of it: what a worker already has may still come. */
export function cancelling<Batch extends BatchFacts>(id: string, now: Date): Apply<Batch> {
  return (batches) =>
    batches.map((batch) =>
      batch.id === id && batch.cancelledAt === null ? { ...batch, cancelledAt: now.toISOString() } : batch,
    );
}
