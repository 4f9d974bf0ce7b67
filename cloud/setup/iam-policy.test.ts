import { expect, it } from 'vitest';
import { planGrants, type Policy } from './iam-policy.ts';

it('never writes a policy that it could not read', async () => {
  const written: Policy[] = [];
  const holder = {
    name: 'the secret X',
    read: () => Promise.resolve(undefined),
    write: (policy: Policy) => Promise.resolve(written.push(policy)),
  };
  const { changes } = await planGrants(holder, [{ role: 'roles/viewer', member: 'user:ada@studio.com' }]);
  expect(changes).toHaveLength(1);
  await expect(changes[0]?.apply()).rejects.toThrow('the secret X was not found. Wait a minute');
  expect(written).toEqual([]);
});
