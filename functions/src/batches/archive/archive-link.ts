import type { Deps } from '../../deps.ts';
import { archivePath } from './archive-store.ts';

const HALF_HOUR_MS = 30 * 60 * 1000;
const MAX_LINK_AGE_MS = 2 * HALF_HOUR_MS;

/** Links are valid for 30 to 60 minutes. Rounded, so that repeated requests get the same answer. */
export const findLinkExpiry = (now = Date.now()): Date =>
  new Date((Math.floor(now / HALF_HOUR_MS) + 2) * HALF_HOUR_MS);

/** A URL that downloads the ZIP without signing in, until it expires. */
export async function signArchiveLink(
  { bucket }: Pick<Deps, 'bucket'>,
  batchId: string,
  digest: string,
): Promise<string> {
  const expires = findLinkExpiry();
  const [url] = await bucket()
    .file(archivePath(batchId, digest))
    .getSignedUrl({
      version: 'v4',
      action: 'read',
      expires,
      accessibleAt: new Date(expires.getTime() - MAX_LINK_AGE_MS),
    });
  return url;
}
