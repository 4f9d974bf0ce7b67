import { DirectorySchema, type DirectoryUser } from '@portal/contracts/directory';
import { expect, onTestFinished, test } from 'vitest';
import { config } from '../config.ts';
import { newEmail, signIn, signInAdmin, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { firestore } from '../support/firestore.ts';

const USERS = '/api/admin/user-directory/users';

async function findUser(admin: Account, email: string): Promise<DirectoryUser | undefined> {
  const { body } = await callApi('GET', USERS, { as: admin });
  const { data } = DirectorySchema.parse(body);
  expect(data.firebaseAvailable).toBe(true);
  expect(data.totalUsers).toBe(data.users.length);
  return data.users.find((user) => user.email === email);
}

test('lists a signed-up account with its name, photo and last sign-in [P3.4, P3.5, P7.2]', async () => {
  const admin = await signInAdmin();
  const picture = 'https://lh3.googleusercontent.com/a/robin=s96-c';
  const account = await signIn(newEmail(), { name: 'Robin Vries', picture });
  // Other tests open the directory, where a browser would fetch the photo.
  onTestFinished(async () => {
    await callApi('DELETE', `${USERS}/${account.uid}`, { as: admin });
  });
  const plain = await signIn(newEmail());
  const outsider = await signIn(newEmail('elsewhere.example'), { email_verified: false });
  await callApi('GET', '/api/auth/user', { as: account });
  expect(await findUser(admin, account.email)).toMatchObject({
    uid: account.uid,
    displayName: 'Robin Vries',
    photoURL: picture,
    role: 'user',
    isWhitelisted: true,
    source: 'firebase',
    emailVerified: true,
    lastActiveAt: expect.any(String),
    metadata: { lastSignInTime: expect.any(String) },
  });
  expect(await findUser(admin, plain.email)).toMatchObject({ photoURL: null, lastActiveAt: null });
  expect(await findUser(admin, outsider.email)).toMatchObject({ isWhitelisted: false, emailVerified: false });
  expect(await findUser(admin, admin.email)).toMatchObject({ role: 'admin' });
});

const enter = async (as: Account) => (await callApi('GET', '/api/auth/user', { as })).status;

test('says why an account may not enter, and whitelisting lifts a ban [D-identity-and-access.12]', async () => {
  const admin = await signInAdmin();
  const unverified = await signIn(newEmail(), { email_verified: false });
  const outsider = await signIn(newEmail('elsewhere.example'));
  const disabled = await signIn(newEmail());
  await fetch(
    `${config.authUrl}/identitytoolkit.googleapis.com/v1/projects/${config.projectId}/accounts:update`,
    {
      method: 'POST',
      headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
      body: JSON.stringify({ localId: disabled.uid, disableUser: true }),
    },
  );
  const revoked = await signIn(newEmail());
  await callApi('DELETE', `${USERS}/${revoked.uid}`, { as: admin });
  const banned = await signIn(revoked.email);
  for (const [account, access, status] of [
    [unverified, 'not-verified', 403],
    [outsider, 'not-allowed', 403],
    [disabled, 'disabled', 401],
    [banned, 'banned', 403],
  ] as const) {
    expect(await findUser(admin, account.email)).toMatchObject({ access });
    expect(await enter(account), access).toBe(status);
  }
  const body = { email: banned.email };
  await callApi('POST', '/api/admin/user-directory/whitelist', { as: admin, body });
  expect(await findUser(admin, banned.email)).toMatchObject({ access: 'allowed', isWhitelisted: true });
  expect(await enter(banned)).toBe(200);
});

test('lists a whitelisted email before its sign-up; revoking removes it without a ban [P7.3, D-identity-and-access.13]', async () => {
  const admin = await signInAdmin();
  const email = newEmail('elsewhere.example');
  await callApi('POST', '/api/admin/user-directory/whitelist', { as: admin, body: { email } });
  expect(await findUser(admin, email)).toMatchObject({
    uid: email,
    source: 'whitelist-only',
    isWhitelisted: true,
  });

  expect((await callApi('DELETE', `${USERS}/${encodeURIComponent(email)}`, { as: admin })).status).toBe(200);
  expect(await findUser(admin, email)).toBeUndefined();
  const { status, body } = await callApi('GET', '/api/auth/user', { as: await signIn(email) });
  expect({ status, code: body }).toMatchObject({ status: 403, code: { code: 'forbidden' } });
});

test('revoking an email revokes the account that has signed up with it since', async () => {
  const admin = await signInAdmin();
  const email = newEmail('elsewhere.example');
  await callApi('POST', '/api/admin/user-directory/whitelist', { as: admin, body: { email } });
  const account = await signIn(email);
  expect((await callApi('GET', '/api/auth/user', { as: account })).status).toBe(200);
  expect((await callApi('DELETE', `${USERS}/${encodeURIComponent(email)}`, { as: admin })).status).toBe(200);
  expect(await findUser(admin, email)).toBeUndefined();
  expect((await firestore.doc(`users/${account.uid}`).get()).exists).toBe(false);
  expect(await callApi('GET', '/api/auth/user', { as: account })).toMatchObject({
    status: 403,
    body: { banned: true },
  });
});

test('an admin cannot revoke themselves by email [D-identity-and-access.10]', async () => {
  const admin = await signInAdmin();
  const answer = await callApi('DELETE', `${USERS}/${encodeURIComponent(admin.email)}`, { as: admin });
  expect(answer).toMatchObject({ status: 409 });
});

test('setting a role does not restore revoked access', async () => {
  const admin = await signInAdmin();
  const account = await signIn(newEmail());
  await callApi('GET', '/api/auth/user', { as: account });
  expect((await callApi('DELETE', `${USERS}/${account.uid}`, { as: admin })).status).toBe(200);
  const again = await signIn(account.email, { sub: `again-${account.email}` });
  const role = await callApi('PATCH', `${USERS}/${again.uid}/role`, { as: admin, body: { role: 'user' } });
  expect(role).toMatchObject({ status: 409 });
  expect((await firestore.doc(`users/${again.uid}`).get()).exists).toBe(false);
});

test.each(['studio.example', 'elsewhere.example'])(
  'lists a whitelisted and signed-up person at %s once [P3.5]',
  async (domain) => {
    const admin = await signInAdmin();
    const account = await signIn(newEmail(domain));
    await callApi('POST', '/api/admin/user-directory/whitelist', {
      as: admin,
      body: { email: account.email },
    });
    const { body } = await callApi('GET', USERS, { as: admin });
    const found = DirectorySchema.parse(body).data.users.filter(({ email }) => email === account.email);
    expect(found).toMatchObject([{ uid: account.uid, source: 'firebase', isWhitelisted: true }]);
  },
);

test('rejects whitelisting what is no email, and names the field [D-answers-and-errors-of-the-api.2]', async () => {
  const answer = await callApi('POST', '/api/admin/user-directory/whitelist', {
    as: await signInAdmin(),
    body: { email: 'no-at-sign' },
  });
  expect(answer).toMatchObject({
    status: 400,
    body: { code: 'bad-request', details: [{ path: 'email' }] },
  });
});

test('can revoke very long and unusual addresses on the whitelist', async () => {
  const admin = await signInAdmin();
  for (const email of [`${'x'.repeat(118)}@x.example`, '__x@x__', `josé+o'${process.pid}@bücher.example`]) {
    const whitelisted = await callApi('POST', '/api/admin/user-directory/whitelist', {
      as: admin,
      body: { email },
    });
    expect(whitelisted).toMatchObject({ status: 200 });
    expect(await findUser(admin, email)).toMatchObject({ source: 'whitelist-only' });
    const revoke = () => callApi('DELETE', `${USERS}/${encodeURIComponent(email)}`, { as: admin });
    expect(await revoke()).toMatchObject({ status: 200 });
    expect(await findUser(admin, email)).toBeUndefined();
    expect(await revoke()).toMatchObject({ status: 404 });
  }
});

test.each(['a\u{200b}b@x.example', 'a@b@c', '.@.', `${'x'.repeat(300)}@x.example`, `Old.Entry@X.example`])(
  'an entry %j that is already on the whitelist can be revoked',
  async (email) => {
    const admin = await signInAdmin();
    await firestore.collection('whitelist').add({ email, addedBy: 'an older version' });
    expect(await findUser(admin, email)).toMatchObject({ uid: email, source: 'whitelist-only' });
    const answer = await callApi('DELETE', `${USERS}/${encodeURIComponent(email)}`, { as: admin });
    expect(answer).toMatchObject({ status: 200 });
    expect(await findUser(admin, email)).toBeUndefined();
  },
);

test.each([
  ['PATCH', '/role', 400],
  ['DELETE', '', 404],
])('rejects %s of a uid over 128 characters', async (method, rest, status) => {
  const body = method === 'PATCH' ? { role: 'user' } : undefined;
  const as = await signInAdmin();
  expect(await callApi(method, `${USERS}/${'x'.repeat(129)}${rest}`, { as, body })).toMatchObject({ status });
});

test('admins cannot demote or revoke themselves [D-identity-and-access.10]', async () => {
  const admin = await signInAdmin();
  const own = `${USERS}/${admin.uid}`;
  const demotion = await callApi('PATCH', `${own}/role`, { as: admin, body: { role: 'user' } });
  const revocation = await callApi('DELETE', own, { as: admin });
  for (const { status, body } of [demotion, revocation]) {
    expect({ status, body }).toMatchObject({ status: 409, body: { code: 'conflict' } });
  }
});

test.each([
  ['PATCH', `${USERS}/nobody/role`, { role: 'user' }],
  ['DELETE', `${USERS}/nobody`, undefined],
])('returns 404 for %s of an unknown account', async (method, path, body) => {
  const answer = await callApi(method, path, { as: await signInAdmin(), body });
  expect(answer).toMatchObject({ status: 404, body: { code: 'not-found' } });
});

test('rejects a body that is not JSON, in the error format', async () => {
  const admin = await signInAdmin();
  const form = await callApi('POST', '/api/admin/user-directory/whitelist', {
    as: admin,
    headers: { 'content-type': 'text/plain' },
  });
  expect(form).toMatchObject({ status: 415, body: { code: 'unsupported-media-type' } });
});
