import { MutationCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { toastFailure } from '../toast/toast-store.ts';
import { browserConnection } from '../connection/connection.ts';
import { ApiFailure } from './api-failure.ts';
import { request } from './client.ts';
import { findPause } from './retry.ts';

/** GETs the path that is the first part of the query key. */
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
    // Also for changes that otherwise fail silently.
    mutationCache: new MutationCache({
      onError: () => {
        if (!browserConnection.isOnline()) toastFailure();
      },
    }),
    defaultOptions: {
      queries: {
        queryFn: getByKey('fail'),
        retry: false,
        retryDelay: findPause,
        refetchInterval: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: Number.POSITIVE_INFINITY,
      },
      // Never paused, so that nothing is sent later without the user's action.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
