const HALF_HOUR_MS = 30 * 60 * 1000;
const MAX_LINK_AGE_MS = 2 * HALF_HOUR_MS;

/** Links are valid for 30 to 60 minutes. Rounded, so that repeated requests get the same answer. */
export const findLinkExpiry = (now = Date.now()): Date =>
  new Date((Math.floor(now / HALF_HOUR_MS) + 2) * HALF_HOUR_MS);

/** When the link could have been signed at the earliest. */
export const findLinkStart = (expires: Date): Date => new Date(expires.getTime() - MAX_LINK_AGE_MS);
