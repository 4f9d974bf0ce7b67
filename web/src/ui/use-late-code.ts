import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

interface Options {
  /** Loads it at once. */
  isNeeded?: boolean;
  /** Otherwise it loads this long after the start, so that it opens at once and works offline. */
  afterMs?: number;
}

/**
 * A module that the first screen does not need. Undefined until it has loaded, and if that failed: unlike with `lazy`, a failure
 * does not break the page.
 */
export function useLateCode<Module>(
  name: string,
  load: () => Promise<Module>,
  { isNeeded = false, afterMs = 3000 }: Options = {},
): Module | undefined {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), afterMs);
    return () => clearTimeout(timer);
  }, [afterMs]);
  return useQuery({
    queryKey: ['session', 'code', name],
    queryFn: load,
    enabled: isNeeded || isLate,
    staleTime: 'static',
    gcTime: Number.POSITIVE_INFINITY,
  }).data;
}
