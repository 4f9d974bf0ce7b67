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
} as const;

/** Cloudinary sells credits: a credit is 1,000 transformations, a GB stored, or a GB delivered. */
export const TRANSFORMATIONS_PER_CREDIT = 1000;
export const DAYS_STORED = 3;
export const DAYS_PER_MONTH = 30;
