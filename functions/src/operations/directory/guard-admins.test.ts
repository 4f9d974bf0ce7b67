import { listDirectory } from '@portal/contracts/directory';
import { beforeEach, expect, it, vi } from 'vitest';
import { startApi } from '../../testing/start-api.ts';
import { userReference } from '../../identity/access-store.ts';
import { startFirestore } from '../../providers/testing/start-firestore.ts';

const firestore = await startFirestore();

// Bans remain after a test, so each test has its own people.
let tests = 0;
let ada: string;
let grace: string;
beforeEach(async () => {
  tests += 1;
  [ada, grace] = [`ada-${tests}`, `grace-${tests}`];
  await firestore.recursiveDelete(firestore.collection('users'));
  for (const uid of [ada, grace])
    await userReference(firestore, uid).set({ email: `${uid}@studio.example`, role: 'admin' });
});

const REMOVALS = {
  demote: (uid: string) => ['PATCH', `${listDirectory.path}/${uid}/role`, { role: 'user' }] as const,
  revoke: (uid: string) => ['DELETE', `${listDirectory.path}/${uid}`, undefined] as const,
};
const kinds = ['demote', 'revoke'] as const;
const REFUSALS = {
  demote: 'The last admin cannot be demoted. Make someone else an admin first.',
  revoke: 'The last admin cannot be revoked. Make someone else an admin first.',
};

async function start() {
  const { deps, call } = await startApi([ada, grace]);
  /** Makes the instance cache this person as an admin. */
  const cacheAsAdmin = async (uid: string) => {
    await userReference(firestore, uid).update({ role: 'admin' });
    deps.accessCache.clear();
    expect((await call('GET', listDirectory.path, uid)).status).toBe(200);
  };
  const remove = (kind: keyof typeof REMOVALS, by: string, uid: string) => {
    const [method, path, body] = REMOVALS[kind](uid);
    return call(method, path, by, body);
  };
  return { cacheAsAdmin, remove };
}

const readAdmins = async () => {
  const admins = await firestore.collection('users').where('role', '==', 'admin').get();
  return admins.docs.map(({ id }) => id);
};

it.each(kinds)(
  'refuses to %s the last admin [D-identity-and-access.10, D-settled-by-the-acceptance-test.3]',
  async (kind) => {
    const { cacheAsAdmin, remove } = await start();
    // The listener's first snapshot empties the access cache, whenever it arrives.
    await vi.waitFor(async () => {
      await cacheAsAdmin(ada);
      await userReference(firestore, ada).update({ role: 'user' });
      expect(await remove(kind, ada, grace)).toMatchObject({
        status: 409,
        body: { code: 'conflict', error: REFUSALS[kind] },
      });
    });
    expect(await readAdmins()).toEqual([grace]);
  },
);

it.each(kinds)(
  'keeps one of two admins who %s each other at once [D-identity-and-access.10]',
  async (kind) => {
    const { cacheAsAdmin, remove } = await start();
    for (const uid of [ada, grace]) await cacheAsAdmin(uid);
    const answers = await Promise.all([remove(kind, ada, grace), remove(kind, grace, ada)]);
    // The slower request comes from the last admin, or from someone who no longer is one.
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200,
      expect.toBeOneOf([403, 409]),
    ]);
    expect(await readAdmins()).toHaveLength(1);
  },
);
