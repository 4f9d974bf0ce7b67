import { MutationCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { toastFailure } from '../toast/toast-store.ts';
import { browserConnection } from '../connection/connection.ts';
import { ApiFailure } from './api-failure.ts';
import { request } from './client.ts';

/** Queries GET their key's first part, once: no retry, no refetch of their own accord. */
export function getByKey(on401: 'null' | 'fail') {
  return async ({ queryKey }: { queryKey: QueryKey }): Promise<unknown> => {
    try {
      return await request('GET', String(queryKey[0]));
    } catch (error) {
      if (on401 === 'null' && error instanceof ApiFailure && error.status === 401) return null;
      throw error;
    }
  };
}

export const makeQueryClient = () =>
  new QueryClient({
    // Also of changes that otherwise fail without a word.
    mutationCache: new MutationCache({
      onError: () => {
        if (!browserConnection.isOnline()) toastFailure();
      },
    }),
    defaultOptions: {
      queries: {
        queryFn: getByKey('fail'),
        retry: false,
        refetchInterval: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: Number.POSITIVE_INFINITY,
      },
      // Never paused: what was meant for then is not sent by itself once the connection is back.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
