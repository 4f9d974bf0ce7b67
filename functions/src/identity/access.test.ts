import { randomUUID } from 'node:crypto';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { getFirestore, Timestamp, type Query } from 'firebase-admin/firestore';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startFirestore } from '../providers/testing/start-firestore.ts';
import { sendJson, startTestServer } from '../providers/testing/start-test-server.ts';
import { makeAccessCache } from './access-cache.ts';
import {
  announceAccessChange,
  banReference,
  readEmails,
  userReference,
  usersWithEmail,
  whitelistEntries,
  whitelistReference,
} from './access-store.ts';
import { identifyCaller } from './identify-caller.ts';

const firestore = await startFirestore();
const ADA = 'ada@studio.example';
const OUTSIDER = 'guest@elsewhere.example';
const BANNED = { code: 'banned', status: 403 };
const REFUSED = {
  code: 'forbidden',
  userMessage: 'Access restricted to @studio.example email addresses and whitelisted accounts only.',
};
const LOGGED_OUT = { code: 'unauthenticated', userMessage: 'Please log in to continue.' };

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

function makeToken(claims: object = {}): string {
  const now = Math.floor(Date.now() / 1000);
  const payload = {
    iss: 'https://securetoken.google.com/demo-portal',
    aud: 'demo-portal',
    iat: now,
    auth_time: now,
    exp: now + 3600,
    sub: 'ada',
    email: ADA,
    email_verified: true,
    ...claims,
  };
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(payload)}.`;
}

/** An instance of the functions, with its own cache. `lookUp` answers for Firebase Auth. */
async function startInstance(
  lookUp: () => unknown = () => ({ users: [{ localId: 'ada', validSince: '0' }] }),
) {
  const provider = await startTestServer(async (response) => sendJson(await lookUp())(response));
  vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', new URL(provider.url).host);
  const app = initializeApp({ projectId: 'demo-portal' }, randomUUID());
  onTestFinished(() => deleteApp(app));
  const own = getFirestore(app);
  const deps = { auth: getAuth(app), firestore: own, accessCache: makeAccessCache(own) };
  return (authorization: string | undefined = `Bearer ${makeToken()}`) => identifyCaller(deps, authorization);
}

const readUser = async () => (await userReference(firestore, 'ada').get()).data();

beforeEach(async () => {
  for (const name of ['users', 'whitelist', 'bans', 'system']) {
    await firestore.recursiveDelete(firestore.collection(name));
  }
  vi.stubEnv('COMPANY_DOMAIN', 'studio.example');
  vi.stubEnv('EXTERNAL_EMAILS', 'partner@elsewhere.example');
  vi.stubEnv('FIRST_ADMINS', 'first@studio.example');
});

describe('access', () => {
  it('is given to verified company accounts, external emails and whitelisted ones', async () => {
    const identify = await startInstance();
    await whitelistReference(firestore, OUTSIDER).set({ email: OUTSIDER });
    for (const email of [ADA, 'partner@elsewhere.example', OUTSIDER]) {
      const caller = { uid: email, email, role: 'user' };
      expect(await identify(`bearer ${makeToken({ sub: email, email })}`)).toEqual(caller);
    }
  });

  it.each([
    ['an email that the provider has not verified', { email_verified: false }],
    ['a token that does not say whether it is verified', { email_verified: undefined }],
    ['another domain', { email: OUTSIDER }],
    ['an external email in other letters', { email: 'Partner@elsewhere.example' }],
    ['no email', { email: undefined }],
    ['an empty email', { email: '' }],
    ['a number for an email', { email: 7 }],
    ['an email without an @', { email: 'ada' }],
  ])('is refused to %s', async (_, claims) => {
    const identify = await startInstance();
    await expect(identify(`Bearer ${makeToken(claims)}`)).rejects.toMatchObject(REFUSED);
    expect(await readUser()).toBeUndefined();
  });

  it('is refused without a bearer token', async () => {
    const identify = await startInstance();
    for (const header of [
      '',
      'Basic YTpi',
      `Bearer ${makeToken()} more`,
      `My Bearer ${makeToken()}`,
      makeToken(),
    ]) {
      await expect(identify(header), header).rejects.toMatchObject(LOGGED_OUT);
    }
  });

  it('is refused to a banned person of the company', async () => {
    await banReference(firestore, ADA).set({ email: ADA });
    const identify = await startInstance();
    await expect(identify()).rejects.toMatchObject(BANNED);
  });

  it('is refused to a person who was banned, although there is a record', async () => {
    await userReference(firestore, 'ada').set({ email: ADA, role: 'admin' });
    await banReference(firestore, ADA).set({ email: ADA });
    await expect((await startInstance())()).rejects.toMatchObject(BANNED);
  });

  it('is refused to a person who is banned during the first call', async () => {
    let lookUps = 0;
    const identify = await startInstance(async () => {
      lookUps += 1;
      // The emulator's SDK looks accounts up twice, the second time after the ban was read.
      if (lookUps === 2) await banReference(firestore, ADA).set({ email: ADA });
      return { users: [{ localId: 'ada', validSince: '0' }] };
    });
    await expect(identify()).rejects.toMatchObject(BANNED);
    expect(await readUser()).toBeUndefined();
  });

  it.each([
    ['deleted', () => ({})],
    ['disabled', () => ({ users: [{ localId: 'ada', validSince: '0', disabled: true }] })],
    ['revoked', () => ({ users: [{ localId: 'ada', validSince: '9999999999' }] })],
  ])('is refused to an account that was %s, and tells of a ban', async (_, lookUp) => {
    await expect((await startInstance(lookUp))()).rejects.toMatchObject(LOGGED_OUT);
    const identify = await startInstance(async () => {
      await banReference(firestore, ADA).set({ email: ADA });
      return lookUp();
    });
    await expect(identify()).rejects.toMatchObject(BANNED);
  });

  it('does not tell of a ban to someone with an invalid token', async () => {
    await banReference(firestore, ADA).set({ email: ADA });
    const expired = makeToken({ exp: 1, iat: 0, auth_time: 0 });
    await expect((await startInstance())(`Bearer ${expired}`)).rejects.toMatchObject(LOGGED_OUT);
  });
});

describe('the account record', () => {
  it('is created by the first call, with the role of an admin for first admins', async () => {
    const identify = await startInstance();
    await identify();
    expect(await readUser()).toEqual({ email: ADA, role: 'user', lastActiveAt: expect.any(Timestamp) });
    const first = makeToken({ sub: 'first', email: 'first@studio.example' });
    expect(await identify(`Bearer ${first}`)).toMatchObject({ role: 'admin' });
  });

  it('is created once by two calls at once', async () => {
    const [one, other] = [await startInstance(), await startInstance()];
    const callers = await Promise.all([one(), other()]);
    expect(callers.map(({ role }) => role)).toEqual(['user', 'user']);
  });

  it('decides the role, also if it was created during the call', async () => {
    await userReference(firestore, 'ada').set({ email: ADA, role: 'admin' });
    expect(await (await startInstance())()).toMatchObject({ role: 'admin' });
    let lookUps = 0;
    const identify = await startInstance(async () => {
      lookUps += 1;
      const record = { email: 'grace@studio.example', role: 'admin' };
      if (lookUps === 2) await userReference(firestore, 'grace').set(record);
      return { users: [{ localId: 'grace', validSince: '0' }] };
    });
    const grace = makeToken({ sub: 'grace', email: 'grace@studio.example' });
    expect(await identify(`Bearer ${grace}`)).toMatchObject({ role: 'admin' });
  });

  it('notes activity after a minute, not before', async () => {
    const recently = Timestamp.fromMillis(Date.now() - 30_000);
    await userReference(firestore, 'ada').set({ email: ADA, role: 'user', lastActiveAt: recently });
    await (
      await startInstance()
    )();
    expect(await readUser()).toMatchObject({ lastActiveAt: recently });
    const before = Timestamp.fromMillis(Date.now() - 61_000);
    await userReference(firestore, 'ada').update({ lastActiveAt: before });
    await (
      await startInstance()
    )();
    expect(await readUser()).not.toMatchObject({ lastActiveAt: before });
  });
});

describe('a known person', () => {
  it('is not read again within seconds, and is after them', async () => {
    onTestFinished(() => void vi.useRealTimers());
    const identify = await startInstance();
    await identify();
    vi.useFakeTimers({ toFake: ['Date'] });
    const passSeconds = () => vi.setSystemTime(Date.now() + 5001);
    // The listener's first answer clears the cache, too: once.
    await vi.waitFor(async () => {
      await userReference(firestore, 'ada').update({ role: 'user' });
      passSeconds();
      expect(await identify()).toMatchObject({ role: 'user' });
      await userReference(firestore, 'ada').update({ role: 'admin' });
      expect(await identify()).toMatchObject({ role: 'user' });
    });
    passSeconds();
    expect(await identify()).toMatchObject({ role: 'admin' });
  });

  it('is read again at once after a change of access', async () => {
    const identify = await startInstance();
    const change = async (role: string, isAnnounced: boolean) => {
      await firestore.runTransaction(async (transaction) => {
        transaction.update(userReference(firestore, 'ada'), { role });
        if (isAnnounced) announceAccessChange(firestore, transaction);
      });
    };
    const waitForRole = (role: string) =>
      vi.waitFor(async () => expect(await identify()).toMatchObject({ role }), 4000);
    await identify();
    // The listener's first answer clears the cache, too.
    await change('admin', false);
    await waitForRole('admin');
    await change('user', true);
    await waitForRole('user');
    await change('admin', true);
    await waitForRole('admin');
  });
});

describe('emails as names of documents', () => {
  it.each([
    ['a slash', 'a/b@x.example'],
    ['the form of reserved ids', '__a__'],
    ['too many characters', `${'long'.repeat(400)}@x.example`],
    ['half a character', '\uD800@x.example'],
  ])('may have %s, in any case of letters', async (_, email) => {
    await whitelistReference(firestore, email).set({ email });
    expect((await whitelistReference(firestore, email.toUpperCase()).get()).exists).toBe(true);
    expect((await banReference(firestore, email).get()).exists).toBe(false);
    expect((await whitelistReference(firestore, `${email}x`).get()).exists).toBe(false);
  });

  it('keep the ids of existing documents', () => {
    expect(whitelistReference(firestore, 'Guest@X.example').path).toBe('whitelist/guest%40x.example');
    expect(banReference(firestore, '__a__').path).toBe('bans/%5F%5Fa__');
  });

  it('are found in entries and accounts whose ids were chosen by hand', async () => {
    await firestore.doc('whitelist/by-hand').set({ email: OUTSIDER });
    await firestore.doc('whitelist/other').set({ email: ADA });
    await firestore.doc('users/by-hand').set({ email: 'Guest@elsewhere.example', role: 'user' });
    const idsOf = async (query: Query) => (await query.get()).docs.map(({ id }) => id);
    expect(await idsOf(whitelistEntries(firestore, 'Guest@elsewhere.example'))).toEqual(['by-hand']);
    expect(await idsOf(usersWithEmail(firestore, 'Guest@elsewhere.example'))).toEqual(['by-hand']);
  });

  it('are read for several accounts at once, without those that have no record', async () => {
    await userReference(firestore, 'ada').set({ email: ADA, role: 'user' });
    expect(await readEmails(firestore, ['ada', 'ada', 'gone'])).toEqual(new Map([['ada', ADA]]));
    expect(await readEmails(firestore, [])).toEqual(new Map());
  });
});
