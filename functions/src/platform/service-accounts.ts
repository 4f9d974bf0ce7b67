import { readProjectId } from '../config.ts';

/** Each group of functions has its own identity with the rights that it needs. `npm run cloud:setup` creates them. */
const NAMES = { api: 'portal-api', workers: 'portal-workers', maintenance: 'portal-maintenance' };

export type FunctionGroup = keyof typeof NAMES;

/**
 * The whole address: from the short form `portal-api@`, the CLI would grant access to secrets and create schedules for an
 * account of that name. https://github.com/firebase/firebase-tools/blob/v15.34.2/src/deploy/functions/ensure.ts
 * https://github.com/firebase/firebase-tools/blob/v15.34.2/src/gcp/cloudscheduler.ts
 */
export const serviceAccountOf = (group: FunctionGroup): string =>
  `${NAMES[group]}@${readProjectId()}.iam.gserviceaccount.com`;

/** Every group enqueues tasks. Cloud Tasks delivers a task with the identity of the function that enqueued it. */
export const listServiceAccounts = (): string[] => [
  serviceAccountOf('api'),
  serviceAccountOf('workers'),
  serviceAccountOf('maintenance'),
];
