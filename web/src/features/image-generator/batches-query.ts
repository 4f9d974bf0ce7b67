import {
  cancelGenerationBatch,
  clearGenerationBatches,
  deleteGenerationBatch,
  listBatchImages,
  listGenerationBatches,
  renameGenerationBatch,
  retryGenerationBatch,
  type GenerationBatch,
} from '@portal/contracts/image-generator';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiFailure } from '../../shared/api/api-failure.ts';
import { call } from '../../shared/api/client.ts';
import {
  cancelling,
  removing,
  replacing,
  useChangeBatches,
  type BatchChange,
} from '../../shared/batches/change-batches.ts';
import { countActive } from '../../shared/batches/describe-progress.ts';
import { loadOrToast, pollEvery } from '../../shared/batches/poll-batches.ts';
import { toast, toastFailure } from '../../shared/toast/toast-store.ts';

const BUSY_MS = 800;
const IDLE_MS = 60_000;

/** The list moves of itself only while something is under way. */
export const findPollInterval = (batches: readonly GenerationBatch[] | undefined): number =>
  countActive(batches ?? []) > 0 ? BUSY_MS : IDLE_MS;

export const generationBatchesQuery = queryOptions({
  queryKey: [listGenerationBatches.path],
  queryFn: (context): Promise<readonly GenerationBatch[]> =>
    loadOrToast(async () => {
      const { batches } = await call(listGenerationBatches);
      return batches.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
    }, context),
  ...pollEvery(findPollInterval),
});

/** Read anew as images are made: what is shown stays until then. */
export const batchImagesQuery = (batch: Pick<GenerationBatch, 'id' | 'completedCount'>) =>
  queryOptions({
    queryKey: [listBatchImages.path, batch.id, batch.completedCount],
    queryFn: async () => {
      try {
        const { images } = await call(listBatchImages, { params: { id: batch.id } });
        if (images.length === 0)
          toast('No images found', { description: "This batch doesn't contain any images." });
        return images;
      } catch (error) {
        toast('Error', { description: 'Failed to load batch images.', isDestructive: true });
        throw error;
      }
    },
    staleTime: 0,
    placeholderData: (before, beforeQuery) => (beforeQuery?.queryKey[1] === batch.id ? before : undefined),
  });

/** What a person may do to their batches: it shows at once, and a refusal takes it back without a word. */
export function useBatchChanges() {
  const change: (change: BatchChange<GenerationBatch>) => void = useChangeBatches(
    generationBatchesQuery.queryKey,
  );
  return {
    rename: (id: string, name: string) =>
      change({
        // The media service's ZIP bears the old name; the server's own has the new one.
        apply: replacing<GenerationBatch>(id, { customName: name, folderLink: null }),
        send: () => call(renameGenerationBatch, { params: { id }, body: { name } }),
      }),
    cancel: (id: string) =>
      change({
        apply: cancelling<GenerationBatch>(id, new Date()),
        send: () => call(cancelGenerationBatch, { params: { id } }),
      }),
    remove: (id: string) =>
      change({
        apply: removing<GenerationBatch>(new Set([id])),
        send: () => call(deleteGenerationBatch, { params: { id } }),
      }),
    clear: (batches: readonly GenerationBatch[]) =>
      change({
        apply: removing<GenerationBatch>(new Set(batches.map(({ id }) => id))),
        send: () => call(clearGenerationBatches),
      }),
  };
}

export function useRetryBatch() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, includeUncertain }: { id: string; includeUncertain: boolean }) =>
      call(retryGenerationBatch, { params: { id }, body: { includeUncertain } }),
    onSuccess: async () => {
      toast('Trying again', {
        description: 'The images are made in a new batch, at the top of the history.',
      });
      await client.invalidateQueries({ queryKey: generationBatchesQuery.queryKey, exact: true });
    },
    onError: (error) =>
      error instanceof ApiFailure && error.status === 409 && error.reason !== undefined
        ? toast('Error', { description: error.reason, isDestructive: true })
        : toastFailure(),
  });
}
