import { getStorageStats, runCleanup, type StorageStats } from '@portal/contracts/storage';
import {
  mutationOptions,
  queryOptions,
  useIsMutating,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { ApiFailure } from '../../client/api/api-failure.ts';
import { call } from '../../client/api/client.ts';
import { pollEvery } from '../../pictures/batches/poll-batches.ts';
import { toast, toastFailure } from '../../client/toast/toast-store.ts';

const IDLE_MS = 30_000;
const RUNNING_MS = 3_000;
/** The media service needs a moment to update its counts. */
const REFETCH_AFTER_MS = 2_000;

const CLEANUP = ['storage', 'cleanup'];

export const storageQuery = queryOptions({
  queryKey: [getStorageStats.path],
  queryFn: () => call(getStorageStats),
});

/** Polls fast while any cleanup runs, including those started elsewhere. */
export function useStorageStats() {
  const isStartedHere = useIsMutating({ mutationKey: CLEANUP }) > 0;
  const stats = useQuery({
    ...storageQuery,
    ...pollEvery<StorageStats>((data) => (isStartedHere || data?.running ? RUNNING_MS : IDLE_MS)),
  });
  return { stats, isRunning: isStartedHere || Boolean(stats.data?.running) };
}

/** Pending until the whole cleanup has ended, including its background part. */
export const useRunCleanup = () => useMutation(cleanupOptions(useQueryClient()));

export const cleanupOptions = (client: QueryClient) =>
  mutationOptions({
    mutationKey: CLEANUP,
    mutationFn: async () => {
      const { success, stats } = await requestCleanup();
      if (!success) throw new Error(FAILED);
      if (stats.continuing) await waitForEnd(client);
    },
    onSuccess: () => toast('Cleanup Completed', { description: 'Successfully deleted resources' }),
    onError: toastFailure,
    onSettled: () => {
      setTimeout(() => void client.invalidateQueries({ queryKey: storageQuery.queryKey }), REFETCH_AFTER_MS);
    },
  });

const FAILED = 'The server reported a failure.';
const NO_RESPONSE = 'No response. It may still be running in the background.';

const requestCleanup = () =>
  call(runCleanup).catch((error: unknown) => {
    throw new Error(error instanceof ApiFailure ? `HTTP ${error.message}` : NO_RESPONSE, { cause: error });
  });

/** Waits until the stats, which the page polls anyway, show no running cleanup. */
async function waitForEnd(client: QueryClient): Promise<void> {
  const { queryKey } = storageQuery;
  await new Promise((resolve) => setTimeout(resolve, REFETCH_AFTER_MS));
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  const stop = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    const stats = event.query.queryKey[0] === queryKey[0] ? client.getQueryData(queryKey) : undefined;
    if (!stats || stats.running) return;
    if (stats.lastCleanup?.outcome === 'failed') reject(new Error(FAILED));
    else resolve();
  });
  void client.invalidateQueries({ queryKey });
  await ended.finally(stop);
}
