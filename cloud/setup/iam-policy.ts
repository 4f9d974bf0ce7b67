/** Roles are added to the policy of a resource. Nothing that is there is removed. */
import { z } from 'zod';
import { GoogleError } from '../google-api.ts';
import { NO_CHANGES, SetupError, type Change, type Plan } from './step.ts';

/** Older versions hide conditions, and writing them back would delete them. https://cloud.google.com/iam/docs/policies#versions */
export const POLICY_VERSION = 3;
const MAX_CONFLICTS = 5;

export const PolicySchema = z.looseObject({
  bindings: z
    .array(
      z.looseObject({ role: z.string(), members: z.array(z.string()), condition: z.unknown().optional() }),
    )
    .default([]),
});
export type Policy = z.output<typeof PolicySchema>;

export interface Grant {
  role: string;
  /** As in serviceAccount:EMAIL. */
  member: string;
}

export interface PolicyHolder {
  /** As in "the secret PROVIDER_KEYS". */
  name: string;
  /** Undefined if the resource does not exist. */
  read: () => Promise<Policy | undefined>;
  write: (policy: Policy) => Promise<unknown>;
}

export const serviceAccountMember = (email: string): string => `serviceAccount:${email}`;

/** The portal's own accounts by name, others by address. */
export const shorten = (member: string): string =>
  member.replace(/^serviceAccount:/, '').replace(/^(portal-[a-z]+)@.*/, '$1');

export async function planGrants(holder: PolicyHolder, grants: readonly Grant[]): Promise<Plan> {
  const missing = findMissing((await holder.read()) ?? { bindings: [] }, grants);
  if (missing.length === 0) return NO_CHANGES;
  const lines = missing.map(({ role, member }) => `grant ${role} on ${holder.name} to ${shorten(member)}`);
  const change: Change = { lines, apply: () => addGrants(holder, grants) };
  return { changes: [change] };
}

/** Reads again what it changes: the policy has an etag, and somebody else may have written it. */
async function addGrants(holder: PolicyHolder, grants: readonly Grant[]): Promise<void> {
  for (let conflicts = 0; ; conflicts += 1) {
    const policy = await holder.read();
    // Without its etag, writing would replace what somebody else has written.
    if (!policy)
      throw new SetupError(`${holder.name} was not found. Wait a minute, then run this command again.`);
    try {
      await holder.write(withGrants(policy, findMissing(policy, grants)));
      return;
    } catch (error) {
      // https://cloud.google.com/iam/docs/allow-policies#etag; Cloud Storage answers 412.
      const isConflict = error instanceof GoogleError && (error.code === 409 || error.code === 412);
      if (!isConflict || conflicts === MAX_CONFLICTS) throw error;
    }
  }
}

const isFor = (grant: Grant) => (binding: Policy['bindings'][number]) =>
  binding.role === grant.role && binding.condition === undefined;

const findMissing = ({ bindings }: Policy, grants: readonly Grant[]): Grant[] =>
  grants.filter(
    (grant) => !bindings.some((binding) => isFor(grant)(binding) && binding.members.includes(grant.member)),
  );

function withGrants(policy: Policy, grants: readonly Grant[]): Policy {
  const bindings = policy.bindings.map((binding) => ({ ...binding, members: [...binding.members] }));
  for (const grant of grants) {
    const binding = bindings.find(isFor(grant));
    if (binding) binding.members.push(grant.member);
    else bindings.push({ role: grant.role, members: [grant.member] });
  }
  return { ...policy, version: POLICY_VERSION, bindings };
}
