import { useEffect, useState } from 'react';
import { fullPictures } from '../../client/api/picture-cache.ts';
import { usePicture } from '../../ui/use-picture.ts';

export interface FullPicture {
  /** Undefined until the picture has loaded and can be displayed. */
  url?: string | undefined;
  thumbnailUrl?: string | undefined;
  hasFailed: boolean;
}

/** A full picture, and its thumbnail while it loads. */
export function useFullPicture(paths: { webUrl: string; thumbnailUrl: string }): FullPicture {
  const { url, hasFailed } = usePicture(paths.webUrl, fullPictures);
  const thumbnail = usePicture(paths.thumbnailUrl);
  const [checked, setChecked] = useState<{ url: string; isReadable: boolean }>();
  useEffect(() => {
    if (url === undefined) return undefined;
    let isCurrent = true;
    const finish = (isReadable: boolean) => isCurrent && setChecked({ url, isReadable });
    checkPicture(url).then(
      () => finish(true),
      () => finish(false),
    );
    return () => {
      isCurrent = false;
    };
  }, [url]);
  const isChecked = url !== undefined && checked?.url === url;
  return {
    url: isChecked && checked.isReadable ? url : undefined,
    hasFailed: hasFailed || (isChecked && !checked.isReadable),
    thumbnailUrl: thumbnail.url,
  };
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
