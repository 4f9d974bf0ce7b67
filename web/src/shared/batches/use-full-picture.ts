import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { loadPicture } from '../api/blob-cache.ts';
import { requestBlob } from '../api/client.ts';

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
  const thumbnail = useQuery({
    queryKey: ['picture', paths.thumbnailUrl],
    queryFn: () => loadPicture(paths.thumbnailUrl),
    retryOnMount: false,
  });
  useEffect(() => {
    let url: string | undefined;
    let isGone = false;
    const load = async () => {
      const bytes = await requestBlob(paths.webUrl);
      if (isGone) return;
      url = URL.createObjectURL(bytes);
      await checkPicture(url);
      if (!isGone) setResult({ url, hasFailed: false });
    };
    load().catch(() => !isGone && setResult({ hasFailed: true }));
    return () => {
      isGone = true;
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
