import { useState } from 'react';

interface LoadState {
  data: unknown;
  error: Error | null;
}

/** The error of a query that has never loaded. It stays during a retry. */
export function useLoadError({ data, error }: LoadState): Error | null {
  const [last, setLast] = useState(error);
  if (error && error !== last) setLast(error);
  return data === undefined ? (error ?? last) : null;
}
