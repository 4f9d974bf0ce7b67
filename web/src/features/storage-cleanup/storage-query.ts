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
import { ApiFailure } from '../../shared/api/api-failure.ts';
import { call } from '../../shared/api/client.ts';
import { pollEvery } from '../../shared/batches/poll-batches.ts';
import { toast, toastFailure } from '../../shared/toast/toast-store.ts';

const IDLE_MS = 30_000;
const RUNNING_MS = 3_000;
/** The media service needs a moment to count anew. */
const REFETCH_AFTER_MS = 2_000;

const CLEANUP = ['storage', 'cleanup'];

export const storageQuery = queryOptions({
  queryKey: [getStorageStats.path],
  queryFn: () => call(getStorageStats),
});

/** Read often while a cleanup runs: here, elsewhere, or by night. */
export function useStorageStats() {
  const isStartedHere = useIsMutating({ mutationKey: CLEANUP }) > 0;
  const stats = useQuery({
    ...storageQuery,
    ...pollEvery<StorageStats>((data) => (isStartedHere || data?.running ? RUNNING_MS : IDLE_MS)),
  });
  return { stats, isRunning: isStartedHere || Boolean(stats.data?.running) };
}

/** Pending until the last file is gone, also of what goes on in the background. */
export const useRunCleanup = () => useMutation(cleanupOptions(useQueryClient()));

export const cleanupOptions = (client: QueryClient) =>
  mutationOptions({
    mutationKey: CLEANUP,
    mutationFn: async () => {
      const { success, stats } = await askForCleanup();
      if (!success) throw new Error(NO_SUCCESS);
      if (stats.continuing) await waitForEnd(client);
    },
    onSuccess: () => toast('Cleanup Completed', { description: 'Successfully deleted resources' }),
    onError: toastFailure,
    onSettled: () => {
      setTimeout(() => void client.invalidateQueries({ queryKey: storageQuery.queryKey }), REFETCH_AFTER_MS);
    },
  });

const NO_SUCCESS = 'It ended without success.';
const NO_ANSWER = 'No answer came: it may go on in the background.';

const askForCleanup = () =>
  call(runCleanup).catch((error: unknown) => {
    throw new Error(error instanceof ApiFailure ? `HTTP ${error.message}` : NO_ANSWER, { cause: error });
  });

/** What the page reads anyway tells when nothing runs any more. */
async function waitForEnd(client: QueryClient): Promise<void> {
  const { queryKey } = storageQuery;
  await new Promise((resolve) => setTimeout(resolve, REFETCH_AFTER_MS));
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  const stop = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    const stats = event.query.queryKey[0] === queryKey[0] ? client.getQueryData(queryKey) : undefined;
    if (!stats || stats.running) return;
    if (stats.lastCleanup?.outcome === 'failed') reject(new Error(NO_SUCCESS));
    else resolve();
  });
  void client.invalidateQueries({ queryKey });
  await ended.finally(stop);
}
