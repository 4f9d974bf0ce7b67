import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { loadPicture } from '../api/blob-cache.ts';
import { requestBlob } from '../api/client.ts';

export interface FullPicture {
  /** Absent until it is there. */
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
      setResult({ url, hasFailed: false });
    };
    load().catch(() => setResult({ hasFailed: true }));
    return () => {
      isGone = true;
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [paths.webUrl]);
  return { ...result, thumbnailUrl: thumbnail.data };
}
