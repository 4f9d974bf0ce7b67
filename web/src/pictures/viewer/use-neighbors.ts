import { useEffect } from 'react';
import { fullPictures } from '../../client/api/picture-cache.ts';

/** A user who moves on at once skips them. */
const DELAY_MS = 400;

/** Fetches pictures ahead, so that the next one opens at once. */
export function useNeighbors(paths: readonly string[]): void {
  const key = paths.join(' ');
  useEffect(() => {
    let leave: (() => void)[] = [];
    const timer = setTimeout(() => {
      leave = key
        .split(' ')
        .filter(Boolean)
        .map((path) => fullPictures.want(path));
    }, DELAY_MS);
    return () => {
      clearTimeout(timer);
      for (const each of leave) each();
    };
  }, [key]);
}
