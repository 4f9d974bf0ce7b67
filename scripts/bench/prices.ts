/**
 * List prices in dollars, without free tiers, as of November 2026. Regions differ: these are of a Tier 1 region in the US.
 * docs/operations/costs.md has the sources.
 */
export const PRICES = {
  /** Firestore, per document. */
  read: 0.03 / 100_000,
  write: 0.09 / 100_000,
  delete: 0.01 / 100_000,
  /** Cloud Run, request-based. */
  cpuSecond: 0.000024,
  gibibyteSecond: 0.0000025,
  request: 0.4 / 1_000_000,
  /** Cloud Tasks: creating a task and each delivery is an operation. */
  taskOperation: 0.4 / 1_000_000,
  /** Hosting, per GB sent to browsers. */
  egressGigabyte: 0.15,
  /** Cloud Storage: a GB stored for a month, and 1,000 operations that write (A) or read (B). */
  storedGigabyteMonth: 0.02,
  storageWrites: 0.005 / 1000,
  storageReads: 0.0004 / 1000,
} as const;

/** Identity Platform, per person who signs in during a month: dollars of those above `from`. Firebase Auth alone is free. */
export const SIGN_IN_TIERS = [
  { from: 50_000, dollars: 0.0055 },
  { from: 100_000, dollars: 0.0046 },
  { from: 1_000_000, dollars: 0.0032 },
] as const;

/** Cloudinary, billed by the month. Above the last one a contract is negotiated. */
export const CLOUDINARY_PLANS = [
  { credits: 25, dollars: 0 },
  { credits: 225, dollars: 99 },
  { credits: 600, dollars: 249 },
  { credits: 1350, dollars: 549 },
] as const;

/** Cloudinary sells credits: a credit is 1,000 transformations, a GB stored, or a GB delivered. */
export const TRANSFORMATIONS_PER_CREDIT = 1000;
export const DAYS_STORED = 3;
export const DAYS_PER_MONTH = 30;
