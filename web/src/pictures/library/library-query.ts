/** The user's pictures of all tools, kept fresh. */
import { LIBRARY_PAGE_SIZE, listLibrary, type LibraryBatch } from '@portal/contracts/library';
import {
  mutationOptions,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { changeKey, useOptimisticBatches, type BatchChange } from '../batches/change-batches.ts';
import { countActive } from '../batches/describe-progress.ts';
import { pollEvery } from '../batches/poll-batches.ts';
import { applyToLibrary, askForNextPage, readLibrary, type LibraryList } from './read-library.ts';

const LIBRARY_KEY = [listLibrary.path];
const BUSY_MS = 5000;
/** On pages whose pictures the user watches. */
export const WATCHED_MS = 2000;
const IDLE_MS = 60_000;
const NO_BATCHES: readonly never[] = [];

export const libraryQuery = (busyMs = BUSY_MS) =>
  queryOptions({
    queryKey: LIBRARY_KEY,
    queryFn: readLibrary,
    ...pollEvery<LibraryList>((list) => (countActive(list?.batches ?? []) > 0 ? busyMs : IDLE_MS)),
  });

export interface Library {
  /** Those loaded so far, newest first. Undefined until the first page has loaded. */
  batches: readonly LibraryBatch[] | undefined;
  hasMore: boolean;
  /** Loads the next page. Does nothing while one loads. */
  loadMore: () => void;
  /** The last request failed. Batches loaded before remain. */
  isError: boolean;
  retry: () => void;
}

export function useLibrary(): Library {
  const client = useQueryClient();
  const query = libraryQuery(WATCHED_MS);
  const { data, isError, refetch } = useQuery(query);
  const batches = useOptimisticBatches<LibraryBatch>(LIBRARY_KEY, data?.batches ?? NO_BATCHES);
  return {
    batches: data && batches,
    hasMore: data !== undefined && data.next !== null,
    loadMore: () => {
      if (askForNextPage(client, query.queryKey)) void refetch();
    },
    isError,
    retry: () => void refetch(),
  };
}

/** The first page, shared with `useLibrary`. Undefined until it has loaded. */
export function useRecentLibrary({ busyMs = BUSY_MS } = {}): {
  batches: readonly LibraryBatch[] | undefined;
  isError: boolean;
  retry: () => void;
} {
  const { data, isError, refetch } = useQuery(libraryQuery(busyMs));
  const batches = useOptimisticBatches<LibraryBatch>(LIBRARY_KEY, data?.batches ?? NO_BATCHES);
  const recent = useMemo(() => batches.slice(0, LIBRARY_PAGE_SIZE), [batches]);
  return { batches: data && recent, isError, retry: () => void refetch() };
}

/** Shows a change in the Library at once, and reverts it if the server rejects it. */
export function useLibraryChange(): (change: BatchChange<LibraryBatch>) => void {
  return useMutation(libraryChangeOptions(useQueryClient())).mutate;
}

export const libraryChangeOptions = (client: QueryClient) =>
  mutationOptions({
    mutationKey: changeKey(LIBRARY_KEY),
    mutationFn: ({ send }: BatchChange<LibraryBatch>) => send(),
    onSuccess: async (_answer, { apply }) => {
      // A poll in progress may return the old list.
      await client.cancelQueries({ queryKey: LIBRARY_KEY });
      applyToLibrary(client, LIBRARY_KEY, apply);
    },
    onSettled: () => refreshLibrary(client),
  });

/** Polls at once, as after a batch was started. */
export const refreshLibrary = (client: QueryClient): void =>
  void client.invalidateQueries({ queryKey: LIBRARY_KEY });
