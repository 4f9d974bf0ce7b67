import type { BatchFacts } from '@portal/contracts/batches';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { ApiFailure } from '../../client/api/api-failure.ts';
import { toastFailure } from '../../client/toast/toast-store.ts';
import { countActive, countBusy } from './describe-progress.ts';

export const BUSY_MS = 800;
/** While only providers of half price work. */
const HALF_PRICE_MS = 15_000;
const IDLE_MS = 60_000;

/** Polls fast only while a batch is active. */
export function pollWhileActive(batches: readonly Pick<BatchFacts, 'status' | 'halfPrice'>[] = []): number {
  if (countBusy(batches) > 0) return BUSY_MS;
  return countActive(batches) > 0 ? HALF_PRICE_MS : IDLE_MS;
}

/**
 * Query options to poll while the tab is visible, and at once when it becomes visible again. The interval is computed after
 * each response. A failed poll keeps the data, and polling continues.
 */
export const pollEvery = <Data>(interval: (data: Data | undefined) => number | false) =>
  ({
    staleTime: 0,
    refetchInterval: (query: { state: { data: Data | undefined } }) => interval(query.state.data),
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  }) as const;

/** Shows one toast when a query starts to fail, and no more until it has succeeded again. */
export async function loadOrToast<Data>(
  load: () => Promise<Data>,
  { client, queryKey }: { client: QueryClient; queryKey: QueryKey },
  notify = toastFailure,
): Promise<Data> {
  try {
    return await load();
  } catch (error) {
    const { dataUpdatedAt = 0, errorUpdatedAt = 0 } = client.getQueryState(queryKey) ?? {};
    const hasFailedBefore = errorUpdatedAt > dataUpdatedAt;
    // A banned user is signed out, and the sign-in page explains why.
    const isBanned = error instanceof ApiFailure && error.isBanned;
    if (!hasFailedBefore && !isBanned) notify();
    throw error;
  }
}
