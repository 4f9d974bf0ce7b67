import { getLineage } from '@portal/contracts/lineage';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../client/api/client.ts';

/** Asked only when somebody opens a menu that shows it, and again each time, because sources expire. */
export const lineageQuery = (batchId: string) =>
  queryOptions({
    queryKey: [getLineage.path, batchId],
    queryFn: () => call(getLineage, { params: { id: batchId } }),
    staleTime: 0,
  });
