import { listFailedWork, retryFailedWork, type FailedWork } from '@portal/contracts/failed-work';
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { describeFailure } from '../../shared/api/api-failure.ts';
import { call } from '../../shared/api/client.ts';
import { pollEvery } from '../../shared/batches/poll-batches.ts';
import { toast } from '../../shared/toast/toast-store.ts';

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
    onSuccess: () => toast('Trying again'),
    onError: (error) => toast('Error', { description: describeFailure(error), isDestructive: true }),
    onSettled: () => client.invalidateQueries({ queryKey: failedWorkQuery.queryKey }),
  });
}
