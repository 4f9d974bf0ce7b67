import { RETENTION_DAYS } from '@portal/contracts/batches';
import { listLibrary } from '@portal/contracts/library';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../client/api/client.ts';

const HOUR = 60 * 60 * 1000;
/** A batch of this age expires within 12 hours. */
const MIN_AGE = RETENTION_DAYS * 24 * HOUR - 12 * HOUR;

/** The pages of the Library start with the newest batches, so the oldest are a request of their own. */
export const expiringQuery = queryOptions({
  queryKey: ['home', 'expiring'],
  queryFn: async () => {
    const createdBefore = new Date(Date.now() - MIN_AGE).toISOString();
    return (await call(listLibrary, { params: { createdBefore } })).batches;
  },
  staleTime: HOUR / 60,
});
