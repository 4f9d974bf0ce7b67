import { queryOptions } from '@tanstack/react-query';
import { limitConcurrency } from './limit-concurrency.ts';
import { isTemporary, requestPicture } from './request-picture.ts';

const MAX_AT_ONCE = 8;

const urls = new Map<string, string>();
const failures = new Map<string, unknown>();
const takeTurn = limitConcurrency(MAX_AT_ONCE);

/**
 * An object URL for a small picture of the API. The picture is fetched once, and the request is canceled when no component
 * needs it any more. Only temporary failures are retried.
 */
export const pictureQuery = (path: string) =>
  queryOptions({
    queryKey: ['picture', path],
    queryFn: ({ signal }) => loadPicture(path, signal),
    retryOnMount: ({ state }) => isTemporary(state.error),
    refetchOnReconnect: true,
  });

async function loadPicture(path: string, signal: AbortSignal): Promise<string> {
  const known = urls.get(path);
  if (known !== undefined) return known;
  if (failures.has(path)) throw failures.get(path);
  try {
    const url = await takeTurn(() => requestPicture(path, signal), signal);
    urls.set(path, url);
    return url;
  } catch (error) {
    if (!isTemporary(error)) failures.set(path, error);
    throw error;
  }
}

/** Called at sign-out, because the pictures belong to the user. */
export function forgetPictures(): void {
  for (const url of urls.values()) URL.revokeObjectURL(url);
  urls.clear();
  failures.clear();
}
