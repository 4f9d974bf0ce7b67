import type { BatchFacts } from '@portal/contracts/batches';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { ApiFailure } from '../api/api-failure.ts';
import { toastFailure } from '../toast/toast-store.ts';
import { countActive } from './describe-progress.ts';

const BUSY_MS = 800;
const IDLE_MS = 60_000;

/** The list moves of itself only while something is under way. */
export const pollWhileActive = (batches: readonly Pick<BatchFacts, 'status'>[] | undefined): number =>
  countActive(batches ?? []) > 0 ? BUSY_MS : IDLE_MS;

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
    refetchOnReconnect: 'always',
  }) as const;

/** Shows one toast when a query fails, and no other until it has succeeded again. */
export async function loadOrToast<Data>(
  load: () => Promise<Data>,
  { client, queryKey }: { client: QueryClient; queryKey: QueryKey },
  tell = toastFailure,
): Promise<Data> {
  try {
    return await load();
  } catch (error) {
    const { dataUpdatedAt = 0, errorUpdatedAt = 0 } = client.getQueryState(queryKey) ?? {};
    const hasFailedBefore = errorUpdatedAt > dataUpdatedAt;
    // Who is banned is signed out, and told so there.
    const isBanned = error instanceof ApiFailure && error.isBanned;
    if (!hasFailedBefore && !isBanned) tell();
    throw error;
  }
}
