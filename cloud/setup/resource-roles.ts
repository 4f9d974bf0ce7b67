/** Roles on single resources: service accounts, the bucket, the secrets. */
import { accountPolicy } from './account-policy.ts';
import { buildAccountOf, emailOf, GROUPS } from './accounts.ts';
import { findBucket } from './bucket.ts';
import {
  planGrants,
  POLICY_VERSION,
  PolicySchema,
  serviceAccountMember,
  type Grant,
  type Policy,
} from './iam-policy.ts';
import { DELIVERY_ACCOUNTS, secretPath, SECRETS } from './secrets.ts';
import type { Plan, Setup, Step } from './step.ts';

const joinPlans = (plans: readonly Plan[]): Plan => ({ changes: plans.flatMap(({ changes }) => changes) });

const listMembers = (setup: Setup) => GROUPS.map((group) => serviceAccountMember(emailOf(setup, group)));

/** Cloud Tasks delivers a task with the identity of the function that enqueued it, if that may act as itself. */
const MAY_USE = 'roles/iam.serviceAccountUser';
/** Signs the links to large files. https://cloud.google.com/storage/docs/access-control/signing-urls-with-helpers */
const MAY_SIGN = 'roles/iam.serviceAccountTokenCreator';

export const accountRoles: Step = {
  title: 'Roles on service accounts',
  async plan(setup) {
    const deployer = serviceAccountMember(emailOf(setup, 'portal-deployer'));
    const deploys = setup.github ? [{ role: MAY_USE, member: deployer }] : [];
    const plans: Plan[] = [];
    for (const group of GROUPS) {
      const email = emailOf(setup, group);
      const member = serviceAccountMember(email);
      const signs = group === 'portal-api' ? [{ role: MAY_SIGN, member }] : [];
      const grants: Grant[] = [{ role: MAY_USE, member }, ...signs, ...deploys];
      plans.push(await planGrants(accountPolicy(setup, email), grants));
    }
    if (setup.github) plans.push(await planGrants(accountPolicy(setup, buildAccountOf(setup)), deploys));
    return joinPlans(plans);
  },
};

export const bucketRoles: Step = {
  title: 'Roles on the bucket',
  async plan(setup) {
    const bucket = await findBucket(setup);
    const path = `storage.googleapis.com/storage/v1/b/${bucket}/iam`;
    const holder = {
      name: `gs://${bucket}`,
      read: () => setup.google.read(PolicySchema, `${path}?optionsRequestedPolicyVersion=${POLICY_VERSION}`),
      write: (policy: Policy) => setup.google.call('PUT', path, policy),
    };
    const grants = listMembers(setup).map((member) => ({ role: 'roles/storage.objectUser', member }));
    const deployer = serviceAccountMember(emailOf(setup, 'portal-deployer'));
    // The CLI looks up where the bucket of a trigger is.
    if (setup.github) grants.push({ role: 'roles/storage.legacyBucketReader', member: deployer });
    return planGrants(holder, grants);
  },
};

export const secretRoles: Step = {
  title: 'Roles on the secrets',
  async plan(setup) {
    const plans = await Promise.all(
      SECRETS.map((name) => {
        const path = secretPath(setup, name);
        const query = `options.requestedPolicyVersion=${POLICY_VERSION}`;
        const holder = {
          name: `the secret ${name}`,
          read: () => setup.google.read(PolicySchema, `${path}:getIamPolicy?${query}`),
          write: (policy: Policy) => setup.google.call('POST', `${path}:setIamPolicy`, { policy }),
        };
        const grants = listReaders(setup, name).map((member) => ({
          role: 'roles/secretmanager.secretAccessor',
          member,
        }));
        const deployer = serviceAccountMember(emailOf(setup, 'portal-deployer'));
        if (setup.github) grants.push({ role: 'roles/secretmanager.viewer', member: deployer });
        return planGrants(holder, grants);
      }),
    );
    return joinPlans(plans);
  },
};

/** Maintenance delivers nothing. */
const listReaders = (setup: Setup, name: (typeof SECRETS)[number]) =>
  GROUPS.filter((group) => name !== DELIVERY_ACCOUNTS || group !== 'portal-maintenance').map((group) =>
    serviceAccountMember(emailOf(setup, group)),
  );
