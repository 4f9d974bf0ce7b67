import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { toastFailure } from '../toast/toast-store.ts';

/**
 * Options of a query that is read again and again while the tab is seen, and at once when it is seen again. How long to
 * wait is asked anew after each answer; a failed poll changes nothing, and the next one comes.
 */
export const pollEvery = <Data>(interval: (data: Data | undefined) => number | false) =>
  ({
    staleTime: 0,
    refetchInterval: (query: { state: { data: Data | undefined } }) => interval(query.state.data),
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: 'always',
  }) as const;

/** Tells of a failure only where there is nothing to show: later polls fail quietly. */
export async function loadOrToast<Data>(
  load: () => Promise<Data>,
  { client, queryKey }: { client: QueryClient; queryKey: QueryKey },
  tell = toastFailure,
): Promise<Data> {
  try {
    return await load();
  } catch (error) {
    if (client.getQueryData(queryKey) === undefined) tell();
    throw error;
  }
}
