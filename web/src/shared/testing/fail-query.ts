import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Leaves a query as if its only request had failed. */
export function failQuery(client: QueryClient, queryKey: QueryKey, error: Error): void {
  client.setQueryDefaults(queryKey, { retryOnMount: false });
  client.getQueryCache().build(client, { queryKey }).setState({
    status: 'error',
    error,
    errorUpdateCount: 1,
    errorUpdatedAt: Date.now(),
    fetchStatus: 'idle',
  });
}
