import type { FileStorage } from './file-storage.ts';
import { findLinkExpiry, findLinkStart } from './link-expiry.ts';

interface LinkOptions {
  /** Name of the saved file. A page can still show the picture. */
  fileName?: string;
  /** Replaces what the uploader claimed. */
  contentType?: string;
  /** Default: the bytes that are there when the URL is opened. */
  generation?: string | undefined;
}

/** A URL that reads the file without signing in, until it expires. */
export async function signFileLink(
  { bucket }: FileStorage,
  path: string,
  { fileName, contentType, generation }: LinkOptions = {},
): Promise<string> {
  const expires = findLinkExpiry();
  const [url] = await bucket()
    .file(path, generation === undefined ? {} : { generation })
    .getSignedUrl({
      version: 'v4',
      action: 'read',
      expires,
      accessibleAt: findLinkStart(expires),
      ...(fileName !== undefined && {
        responseDisposition: `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
      }),
      ...(contentType !== undefined && { responseType: contentType }),
    });
  return url;
}
