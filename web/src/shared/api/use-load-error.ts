import { useState } from 'react';

interface LoadState {
  data: unknown;
  error: Error | null;
}

/** Why there is nothing to show: it stays while a query that has never loaded is tried again. */
export function useLoadError({ data, error }: LoadState): Error | null {
  const [last, setLast] = useState(error);
  if (error && error !== last) setLast(error);
  return data === undefined ? (error ?? last) : null;
}
