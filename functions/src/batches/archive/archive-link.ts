import type { Deps } from '../../deps.ts';
import { archivePath } from './archive-store.ts';

const HALF_HOUR_MS = 30 * 60 * 1000;
const LINK_LIFE_MS = 2 * HALF_HOUR_MS;

/** A link lives 30 to 60 minutes: one that changed with every request would make every answer a new one. */
export const findLinkExpiry = (now = Date.now()): Date =>
  new Date((Math.floor(now / HALF_HOUR_MS) + 2) * HALF_HOUR_MS);

/** An address that downloads the ZIP without a sign-in, until it expires. */
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
      accessibleAt: new Date(expires.getTime() - LINK_LIFE_MS),
    });
  return url;
}
