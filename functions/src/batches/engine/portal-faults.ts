/** Reasons of items that failed through a fault of the portal. Shown to the owner; such items are listed for admins. */
export const PORTAL_FAULTS = {
  notStored: 'The image could not be stored. Try again later.',
  unexpected: 'Something went wrong on our side. You were not charged. Retry.',
  interrupted: 'Processing was interrupted too many times. Retry.',
} as const;

const REASONS: ReadonlySet<string> = new Set(Object.values(PORTAL_FAULTS));

export const isPortalFault = (reason: string | undefined): boolean =>
  reason !== undefined && REASONS.has(reason);
