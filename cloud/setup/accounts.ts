/** The identities of the portal. */
import { SERVICE_ACCOUNTS } from '@portal/contracts/deployment';
import type { Setup } from './step.ts';

export const GROUPS = Object.values(SERVICE_ACCOUNTS);
export type Group = (typeof GROUPS)[number];

export const DESCRIPTIONS: Record<Group | 'portal-deployer', string> = {
  'portal-api': 'Portal: the API',
  'portal-workers': 'Portal: the items of batches',
  'portal-maintenance': 'Portal: schedules, cleanup and archives',
  'portal-deployer': 'Portal: deployments from GitHub',
};
export type Account = keyof typeof DESCRIPTIONS;

export const emailOf = ({ project }: Pick<Setup, 'project'>, account: Account): string =>
  `${account}@${project}.iam.gserviceaccount.com`;

export const listAccounts = ({ github }: Pick<Setup, 'github'>): Account[] => [
  ...GROUPS,
  ...(github ? (['portal-deployer'] as const) : []),
];

/** Builds the functions. https://cloud.google.com/build/docs/cloud-build-service-account-updates */
export const buildAccountOf = ({ projectNumber }: Pick<Setup, 'projectNumber'>): string =>
  `${projectNumber}-compute@developer.gserviceaccount.com`;
