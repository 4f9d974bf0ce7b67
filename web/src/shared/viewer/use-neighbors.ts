import { useEffect } from 'react';
import { requestPicture } from '../api/request-picture.ts';
import { pause } from '../pause.ts';

/** A user who moves on at once skips them. */
const DELAY_MS = 400;

/** Fetches pictures into the browser's cache, so that the next one opens at once. */
export function useNeighbors(paths: readonly string[]): void {
  const key = paths.join(' ');
  useEffect(() => {
    const leave = new AbortController();
    const load = async () => {
      await pause(DELAY_MS, leave.signal);
      for (const path of key.split(' ').filter(Boolean)) {
        const { url } = await requestPicture(path, leave.signal);
        URL.revokeObjectURL(url);
      }
    };
    // It is loaded again, with a message if that fails, when it is opened.
    load().catch(() => undefined);
    return () => leave.abort();
  }, [key]);
}
