import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { pictureQuery } from '../api/blob-cache.ts';
import { requestPicture } from '../api/request-picture.ts';

export interface FullPicture {
  /** Absent until it is there, and known to be a picture. */
  url?: string;
  thumbnailUrl?: string | undefined;
  hasFailed: boolean;
}

/**
 * A picture as it is, and its thumbnail for the meantime. Full pictures are kept only while they are looked at (they are
 * large); the browser's cache makes the way back short.
 */
export function useFullPicture(paths: { webUrl: string; thumbnailUrl: string }): FullPicture {
  const [result, setResult] = useState<FullPicture>({ hasFailed: false });
  const thumbnail = useQuery(pictureQuery(paths.thumbnailUrl));
  useEffect(() => {
    let url: string | undefined;
    const leave = new AbortController();
    const load = async () => {
      const bytes = await requestPicture(paths.webUrl, leave.signal);
      if (leave.signal.aborted) return;
      url = URL.createObjectURL(bytes);
      await checkPicture(url);
      if (!leave.signal.aborted) setResult({ url, hasFailed: false });
    };
    load().catch(() => leave.signal.aborted || setResult({ hasFailed: true }));
    return () => {
      leave.abort();
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [paths.webUrl]);
  return { ...result, thumbnailUrl: thumbnail.data };
}

/** Rejects for bytes that the browser cannot show. Not by `decode()`, which also fails for whole pictures that are large. */
function checkPicture(url: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  Object.assign(new Image(), {
    onload: () => resolve(),
    onerror: () => reject(new Error('This is not a picture.')),
    src: url,
  });
  return promise;
}
