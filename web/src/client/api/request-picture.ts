import { requestFile, requestImage } from './client.ts';
import { withRetries } from './retry.ts';

export interface LoadedPicture {
  url: string;
  /** In this page's memory. 0 for a link to a large picture, which expires. */
  bytes: number;
}

/** Fetches a full picture that the browser can display. The URL shows it until `URL.revokeObjectURL`. */
export async function requestPicture(path: string, signal: AbortSignal): Promise<LoadedPicture> {
  const picture = await withRetries(
    async () => {
      const image = await requestImage(path, signal);
      return image instanceof Blob
        ? { url: URL.createObjectURL(image), bytes: image.size }
        : { url: image.url, bytes: 0 };
    },
    { signal },
  );
  try {
    await checkPicture(picture.url);
  } catch (error) {
    URL.revokeObjectURL(picture.url);
    throw error;
  }
  return picture;
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

/**
 * Fetches a thumbnail as a data URL: an object URL takes three messages between the browser's processes, and the page waits for one
 * of them. See docs/decisions/019.
 */
export const requestThumbnail = (path: string, signal: AbortSignal): Promise<LoadedPicture> =>
  withRetries(
    async () => {
      const response = await requestFile(path, signal);
      const bytes = new Uint8Array(await response.arrayBuffer());
      const url = `data:${response.headers.get('content-type') ?? ''};base64,${toBase64(bytes)}`;
      return { url, bytes: url.length };
    },
    { signal },
  );

const CHUNK_BYTES = 0x80_00;

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES)
    text += String.fromCharCode(...bytes.subarray(start, start + CHUNK_BYTES));
  return btoa(text);
}
