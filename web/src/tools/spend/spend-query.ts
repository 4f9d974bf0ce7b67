import { getSpend } from '@portal/contracts/spend';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../client/api/client.ts';
import { pollEvery } from '../../pictures/batches/poll-batches.ts';

const REFRESH_MS = 60_000;

export const spendQuery = (month: string) =>
  queryOptions({
    queryKey: [getSpend.path, month],
    queryFn: () => call(getSpend, { params: { month } }),
    placeholderData: keepPreviousData,
    ...pollEvery(() => REFRESH_MS),
  });
