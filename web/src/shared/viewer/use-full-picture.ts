import { useEffect, useState } from 'react';
import { requestPicture } from '../api/request-picture.ts';
import { usePicture } from '../ui/use-picture.ts';

export interface FullPicture {
  /** Undefined until the picture has loaded and can be displayed. */
  url?: string;
  thumbnailUrl?: string | undefined;
  hasFailed: boolean;
}

/**
 * A full picture, and its thumbnail while it loads. Full pictures are large, so they are released when they are left; the
 * browser's cache makes it quick to return.
 */
export function useFullPicture(paths: { webUrl: string; thumbnailUrl: string }): FullPicture {
  const [result, setResult] = useState<FullPicture>({ hasFailed: false });
  const thumbnail = usePicture(paths.thumbnailUrl);
  useEffect(() => {
    let url: string | undefined;
    const leave = new AbortController();
    const load = async () => {
      ({ url } = await requestPicture(paths.webUrl, leave.signal));
      if (leave.signal.aborted) return URL.revokeObjectURL(url);
      await checkPicture(url);
      if (!leave.signal.aborted) setResult({ url, hasFailed: false });
    };
    load().catch(() => leave.signal.aborted || setResult({ hasFailed: true }));
    return () => {
      leave.abort();
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [paths.webUrl]);
  return { ...result, thumbnailUrl: thumbnail.url };
}

/** Rejects for files that the browser cannot display. `decode()` is no test: it also fails for valid large pictures. */
function checkPicture(url: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  Object.assign(new Image(), {
    onload: () => resolve(),
    onerror: () => reject(new Error('The browser cannot display this file.')),
    src: url,
  });
  return promise;
}
