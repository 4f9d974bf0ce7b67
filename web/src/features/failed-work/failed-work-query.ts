import { listFailedWork, retryFailedWork, type FailedWork } from '@portal/contracts/failed-work';
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiFailure, describeFailure } from '../../client/api/api-failure.ts';
import { call } from '../../client/api/client.ts';
import { pollEvery } from '../../pictures/batches/poll-batches.ts';
import { toast } from '../../client/toast/toast-store.ts';

const REFRESH_MS = 30_000;

export const failedWorkQuery = infiniteQueryOptions({
  queryKey: [listFailedWork.path],
  queryFn: ({ pageParam }) => call(listFailedWork, { params: { after: pageParam } }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => next ?? undefined,
  ...pollEvery(() => REFRESH_MS),
});

export function useRetryWork() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, kind }: FailedWork) =>
      call(retryFailedWork, { params: { id }, body: { acceptsSecondCharge: kind === 'uncertain' } }),
    onSuccess: () => toast('Retry started'),
    onError: (error) => toast('Error', { description: describeRefusal(error), isDestructive: true }),
    onSettled: () => client.invalidateQueries({ queryKey: failedWorkQuery.queryKey }),
  });
}

/** A conflict has its own text: the budget, a revoked owner. */
const describeRefusal = (error: Error): string =>
  (error instanceof ApiFailure && error.status === 409 ? error.reason : undefined) ?? describeFailure(error);
