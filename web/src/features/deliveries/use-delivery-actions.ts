import {
  cancelDelivery,
  DELIVERY_PAGE_SIZE,
  getDelivery,
  retryDelivery,
  type Delivery,
} from '@portal/contracts/delivery';
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../client/api/client.ts';
import { deliveriesQuery } from '../../tools/deliveries/deliveries-query.ts';
import { toast, toastFailure } from '../../client/toast/toast-store.ts';
import { countOf } from '../../ui/count.ts';

export const filesQuery = (delivery: Delivery) =>
  infiniteQueryOptions({
    queryKey: [getDelivery.path, delivery.id],
    queryFn: async ({ pageParam }) =>
      (await call(getDelivery, { params: { id: delivery.id, from: pageParam } })).files,
    initialPageParam: 0,
    getNextPageParam: (page) => {
      const next = (page.at(-1)?.index ?? delivery.total) + 1;
      return page.length === DELIVERY_PAGE_SIZE && next < delivery.total ? next : undefined;
    },
  });

export function useDeliveryActions({ id }: Pick<Delivery, 'id'>) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: deliveriesQuery.queryKey });
  const cancel = useMutation({
    mutationFn: () => call(cancelDelivery, { params: { id } }),
    onSuccess: ({ cancelled }) => toast(`${countOf(cancelled, 'file')} cancelled`),
    onError: toastFailure,
    onSettled,
  });
  const retry = useMutation({
    mutationFn: () => call(retryDelivery, { params: { id } }),
    onSuccess: ({ retried }) =>
      toast(retried === 0 ? 'No files to send again' : `Sending ${countOf(retried, 'file')} again`),
    onError: toastFailure,
    onSettled,
  });
  return { cancel, retry };
}
