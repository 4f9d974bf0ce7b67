import type { QueryClient } from '@tanstack/react-query';

const HOUR_MS = 60 * 60 * 1000;

/** Of queries with prices. Admins may change them while a form is open. */
export const PRICE_OPTIONS = {
  staleTime: HOUR_MS,
  refetchInterval: HOUR_MS,
  meta: { isPrice: true },
} as const;

export const invalidatePrices = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ meta }) => meta?.['isPrice'] === true });
