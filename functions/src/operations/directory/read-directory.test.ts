import {
  changeLimit,
  makeWhitelistEntry,
  DirectorySchema,
  listDirectory,
  revokeAccess,
} from '@portal/contracts/directory';
import { MAX_OWN_LIMITS } from '@portal/contracts/studio-settings';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { listAccounts, startApi } from '../../testing/start-api.ts';
import { banReference, userReference, whitelistReference } from '../../identity/access-store.ts';
import { startFirestore } from '../../providers/testing/start-firestore.ts';
import { toMicros } from '../../spend/micros.ts';
import { addSpend, monthOf } from '../../spend/spend-store.ts';
import { sendJson } from '../../providers/testing/start-test-server.ts';

const firestore = await startFirestore();
const denied = sendJson({ error: { code: 403, message: 'PERMISSION_DENIED' } }, 403);

it('lists the whitelist even if the accounts cannot be listed [P2.33, P3.5]', async () => {
  await userReference(firestore, 'ada').set({ email: 'ada@studio.example', role: 'admin' });
  await whitelistReference(firestore, 'guest@elsewhere.example').set({ email: 'guest@elsewhere.example' });
  const guest = makeWhitelistEntry('guest@elsewhere.example');
  let isReachable = false;
  const { call } = await startApi(['ada'], (response) =>
    isReachable ? listAccounts(['ada'])(response) : denied(response),
  );
  const readDirectory = async () =>
    DirectorySchema.parse((await call('GET', listDirectory.path, 'ada')).body).data;
  expect(await readDirectory()).toEqual({
    users: [guest],
    totalUsers: 1,
    defaultLimit: null,
    firebaseAvailable: false,
  });

  isReachable = true;
  expect(await readDirectory()).toMatchObject({
    users: [{ uid: 'ada', role: 'admin' }, guest],
    totalUsers: 2,
    firebaseAvailable: true,
  });
});

it('says who may enter, and why others may not', async () => {
  const people = {
    ada: { emailVerified: true },
    unverified: {},
    disabled: { emailVerified: true, disabled: true },
    banned: { emailVerified: true },
    guest: { emailVerified: true, email: 'guest@elsewhere.example' },
    'by-hand': { emailVerified: true, email: 'by-hand@elsewhere.example' },
    stranger: { emailVerified: true, email: 'stranger@elsewhere.example' },
  };
  await userReference(firestore, 'ada').set({ email: 'ada@studio.example', role: 'admin' });
  await banReference(firestore, 'banned@studio.example').set({ email: 'banned@studio.example' });
  for (const email of [people.guest.email, 'waiting@elsewhere.example'])
    await whitelistReference(firestore, email).set({ email });
  // Entry reads entries by their ids only.
  await firestore.doc('whitelist/any').set({ email: people['by-hand'].email });
  const users = Object.entries(people).map(([localId, account]) => ({
    localId,
    email: `${localId}@studio.example`,
    ...account,
  }));
  const { call } = await startApi(['ada'], sendJson({ users }));
  const { data } = DirectorySchema.parse((await call('GET', listDirectory.path, 'ada')).body);
  const found = data.users.map(({ uid, access, isWhitelisted }) => [uid, [access, isWhitelisted]]);
  expect(Object.fromEntries(found)).toMatchObject({
    ada: ['allowed', true],
    unverified: ['not-verified', true],
    disabled: ['disabled', true],
    banned: ['banned', false],
    guest: ['allowed', true],
    'by-hand': ['not-allowed', false],
    stranger: ['not-allowed', false],
    'waiting@elsewhere.example': ['allowed', true],
  });
});

describe('monthly limits', () => {
  const limits = firestore.doc('settings/limits');
  const people = ['ada', 'grace', 'linus', 'dot.ted'];

  async function start() {
    await limits.delete();
    for (const uid of people) {
      await userReference(firestore, uid).set({ email: `${uid}@studio.example`, role: 'admin' });
    }
    const { call } = await startApi(people);
    const pathOf = (uid: string) => changeLimit.path.replace('{uid}', encodeURIComponent(uid));
    const readLimits = async () => {
      // Settings are cached for seconds.
      vi.setSystemTime(Date.now() + 5000);
      const { data } = DirectorySchema.parse((await call('GET', listDirectory.path, 'ada')).body);
      const own = data.users.flatMap(({ uid, ownLimit }) =>
        ownLimit === undefined ? [] : [[uid, ownLimit]],
      );
      return { everyone: data.defaultLimit, own: Object.fromEntries(own), users: data.users };
    };
    return {
      call,
      readLimits,
      setLimit: (uid: string, body: object, by = 'ada') => call('PUT', pathOf(uid), by, body),
    };
  }

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
    return () => vi.useRealTimers();
  });

  it('are listed with what each person has spent this month', async () => {
    const { readLimits } = await start();
    const writer = firestore.batch();
    const spender = { tool: 'stylizer', owner: 'grace' } as const;
    const amounts = { spent: toMicros(1.25), reserved: toMicros(1) };
    addSpend(firestore, writer, monthOf(new Date()), spender, amounts);
    await writer.commit();
    await limits.set({ everyone: 20, people: { grace: 5, linus: null } });
    const { everyone, own, users } = await readLimits();
    expect({ everyone, own }).toEqual({ everyone: 20, own: { grace: 5, linus: null } });
    expect(users.map(({ uid, spentThisMonth }) => [uid, spentThisMonth])).toEqual(
      expect.arrayContaining([
        ['ada', 0],
        ['grace', 1.25],
      ]),
    );
  });

  it('of one person are set and removed without touching others', async () => {
    const { readLimits, setLimit } = await start();
    await limits.set({ everyone: 20, people: { grace: 5 } });
    await Promise.all([setLimit('dot.ted', { ownLimit: 7.5 }), setLimit('linus', { ownLimit: null })]);
    expect(await readLimits()).toMatchObject({
      everyone: 20,
      own: { grace: 5, linus: null, 'dot.ted': 7.5 },
    });
    for (const uid of ['dot.ted', 'grace', 'ada']) {
      expect(await setLimit(uid, {})).toMatchObject({ status: 200 });
    }
    expect(await readLimits()).toMatchObject({ everyone: 20, own: { linus: null } });
    expect((await limits.get()).data()).toEqual({ everyone: 20, people: { linus: null } });
  });

  it('are checked', async () => {
    const { setLimit } = await start();
    for (const ownLimit of [-1, '5', 1_000_001]) {
      expect(await setLimit('grace', { ownLimit })).toMatchObject({
        status: 400,
        body: { details: [{ path: 'ownLimit', message: 'Enter an amount from $0 to $1,000,000' }] },
      });
    }
    expect(await setLimit('nobody', { ownLimit: 5 })).toMatchObject({ status: 404 });
    expect(await setLimit('linus', {})).toMatchObject({ status: 200 });
    await userReference(firestore, 'grace').update({ role: 'user' });
    expect(await setLimit('grace', { ownLimit: 5 }, 'grace')).toMatchObject({ status: 403 });
    expect((await limits.get()).exists).toBe(false);
    const most = Object.fromEntries(Array.from({ length: MAX_OWN_LIMITS }, (_, index) => [`a${index}`, 1]));
    await limits.set({ everyone: null, people: most });
    expect(await setLimit('grace', { ownLimit: 5 })).toMatchObject({ status: 409 });
  });

  it('go with a revoked account', async () => {
    const { call, readLimits, setLimit } = await start();
    await setLimit('grace', { ownLimit: 5 });
    expect(await call('DELETE', revokeAccess.path.replace('{uid}', 'grace'), 'ada')).toMatchObject({
      status: 200,
    });
    expect((await readLimits()).own).toEqual({});
  });
});
