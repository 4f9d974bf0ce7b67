import { SERVICE_ACCOUNTS } from '@portal/contracts/deployment';
import { readProjectId } from './config.ts';

export type FunctionGroup = keyof typeof SERVICE_ACCOUNTS;

/**
 * The whole address: from the short form `portal-api@`, the CLI would grant access to secrets and create schedules for an
 * account of that name. https://github.com/firebase/firebase-tools/blob/v15.34.2/src/deploy/functions/ensure.ts
 * https://github.com/firebase/firebase-tools/blob/v15.34.2/src/gcp/cloudscheduler.ts
 */
export const serviceAccountOf = (group: FunctionGroup): string =>
  `${SERVICE_ACCOUNTS[group]}@${readProjectId()}.iam.gserviceaccount.com`;

/** Every group enqueues tasks. Cloud Tasks delivers a task with the identity of the function that enqueued it. */
export const listServiceAccounts = (): string[] => [
  serviceAccountOf('api'),
  serviceAccountOf('workers'),
  serviceAccountOf('maintenance'),
];
