import { getFailedItems } from '@portal/contracts/keyword-generator';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../client/api/client.ts';
import { toastFailure } from '../../../client/toast/toast-store.ts';

/** Refetched each time the dialog opens and as more items fail. */
export const failedItemsQuery = (id: string, failedSoFar: number) =>
  queryOptions({
    queryKey: [getFailedItems.path, id, failedSoFar],
    queryFn: async () => {
      try {
        return (await call(getFailedItems, { params: { id } })).failedItems;
      } catch (error) {
        toastFailure();
        throw error;
      }
    },
    staleTime: 0,
    placeholderData: (previous, previousQuery) => (previousQuery?.queryKey[1] === id ? previous : undefined),
  });
