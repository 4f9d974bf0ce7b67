import { POLICY_VERSION, PolicySchema, shorten, type PolicyHolder } from './iam-policy.ts';
import type { Setup } from './step.ts';

/** Who may use a service account, and how. */
export function accountPolicy({ google, project }: Setup, email: string): PolicyHolder {
  const path = `iam.googleapis.com/v1/projects/${project}/serviceAccounts/${email}`;
  const query = `options.requestedPolicyVersion=${POLICY_VERSION}`;
  return {
    name: `the account ${shorten(email)}`,
    read: () => google.read(PolicySchema, `${path}:getIamPolicy?${query}`, {}),
    write: (policy) => google.call('POST', `${path}:setIamPolicy`, { policy }),
  };
}
