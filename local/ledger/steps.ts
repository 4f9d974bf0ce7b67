/** The steps in which the portal is built; each proves the part of the spec that is assigned to it. */
export const steps = {
  A: 'The ground',
  B: 'Identity, shell, user directory',
  C: 'Batch engine and Bulk Image Generator',
  D: 'Uploads, Upscale & Enhancement, Stylizer',
  E: 'Keyword Generator',
  F: 'Storage cleanup, nightly run, API status',
  G: 'Fixes after the first audit',
  I: 'The real cloud and its operation',
  K: 'One studio',
  L: 'Files for agencies, AI mark',
  M: 'Large jobs',
} as const;

export type Step = keyof typeof steps;

/** From here on every entry of these steps needs a passing test. */
export const doneSteps: readonly Step[] = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];
