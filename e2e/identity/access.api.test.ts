import { Timestamp } from '@google-cloud/firestore';
import { expect, test } from 'vitest';
import { forgeToken, newEmail, signIn, signInAdmin } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { firestore } from '../support/firestore.ts';

const userInfo = (token: string, headers: Record<string, string> = {}) =>
  callApi('GET', '/api/auth/user', { as: { token }, headers });

const whitelist = async (email: string) =>
  callApi('POST', '/api/admin/user-directory/whitelist', { as: await signInAdmin(), body: { email } });

const RESTRICTED = 'Access restricted to @studio.example email addresses and whitelisted accounts only.';

test.each([
  ['no token', {}],
  ['text that is not a token', { authorization: 'Bearer nonsense' }],
  ['a token of three broken parts', { authorization: 'Bearer a.b.c' }],
  ['another scheme', { authorization: 'Basic YTpi' }],
])('%s gets 401 [D-identity-and-access.3]', async (_name, headers) => {
  const { status, body } = await callApi('GET', '/api/auth/user', { headers });
  expect({ status, body }).toMatchObject({
    status: 401,
    body: { error: 'Please log in to continue.', code: 'unauthenticated', requestId: expect.any(String) },
  });
});

const HOUR = 3600;
const now = Math.floor(Date.now() / 1000);
test.each([
  ['an expired token', { exp: now - 10, iat: now - HOUR }],
  ["another project's token", { aud: 'demo-other', iss: 'https://securetoken.google.com/demo-other' }],
  ['a token by another issuer', { iss: 'https://issuer.example/demo' }],
  ['a token without a user', { sub: '' }],
])('%s gets 401 [D-identity-and-access.1]', async (_name, claims) => {
  expect((await userInfo(forgeToken(claims))).status).toBe(401);
});

test('rejects the token of an account that does not exist with 401', async () => {
  expect((await userInfo(forgeToken({ sub: 'nobody', user_id: 'nobody' }))).status).toBe(401);
});

test.each([
  ['an outsider', 'someone@elsewhere.example'],
  ['a domain that only ends like the company', 'x@evilstudio.example'],
  ['the company as a subdomain of another', 'x@studio.example.evil.example'],
  ['a company domain below the company', 'x@sub.studio.example'],
])('%s gets 403 [D-identity-and-access.7, P6.7]', async (_name, email) => {
  const { token } = await signIn(email);
  const { status, body } = await userInfo(token);
  expect({ status, body }).toMatchObject({ status: 403, body: { error: RESTRICTED, code: 'forbidden' } });
  expect(body).not.toHaveProperty('banned');
});

test('treats the company domain as case sensitive [P5.1]', async () => {
  const uid = (await signIn(newEmail('elsewhere.example'))).uid;
  const token = forgeToken({ sub: uid, user_id: uid, email: 'x@Studio.Example' });
  expect((await userInfo(token)).status).toBe(403);
});

test('rejects an email that the provider has not verified with 403 [D-identity-and-access.4]', async () => {
  const { uid, email } = await signIn(newEmail());
  const token = forgeToken({ sub: uid, user_id: uid, email, email_verified: false });
  expect((await userInfo(token)).status).toBe(403);
});

test('gives a company account the user role, whatever headers it sends [P6.6, P3.2, P3.3, P7.1, D-identity-and-access.8, D-identity-and-access.16]', async () => {
  const { token } = await signIn(newEmail());
  const forged = { 'x-user-id': 'admin', 'x-user-email': 'admin@studio.example', 'x-user-name': 'Admin' };
  const { status, body } = await userInfo(token, forged);
  expect({ status, body }).toEqual({ status: 200, body: { role: 'user', isAdmin: false } });
  const directory = await callApi('GET', '/api/admin/user-directory/users', {
    as: { token },
    headers: forged,
  });
  expect(directory).toMatchObject({
    status: 403,
    body: { error: 'Access denied. Please check your permissions.', code: 'forbidden' },
  });
});

test('rejects identity headers without a token [D-identity-and-access.2]', async () => {
  const headers = { 'x-user-id': 'admin', 'x-user-email': 'admin@studio.example' };
  expect((await callApi('GET', '/api/auth/user', { headers })).status).toBe(401);
});

test('admits first admins as admins, and external emails from the settings [P9.1, D-identity-and-access.9]', async () => {
  const admin = await signInAdmin();
  expect((await userInfo(admin.token)).body).toEqual({ role: 'admin', isAdmin: true });
  const external = await signIn('partner@agency.example');
  expect((await userInfo(external.token)).body).toEqual({ role: 'user', isAdmin: false });
});

test('admits a whitelisted outsider, whatever the case of the address', async () => {
  const email = newEmail('elsewhere.example');
  const { token, uid } = await signIn(email);
  expect((await userInfo(token)).status).toBe(403);
  expect((await whitelist(`  ${email.toUpperCase()} `)).status).toBe(200);
  expect((await userInfo(token)).status).toBe(200);
  const shouting = forgeToken({ sub: uid, user_id: uid, email: email.toUpperCase() });
  expect((await userInfo(shouting)).status).toBe(200);
});

test('bans a revoked account, even after a new sign-in, until it is whitelisted [P6.8, P7.4, D-identity-and-access.11, D-identity-and-access.12, D-identity-and-access.14]', async () => {
  const email = newEmail();
  const { token, uid } = await signIn(email);
  expect((await userInfo(token)).status).toBe(200);
  const admin = await signInAdmin();
  const revoked = await callApi('DELETE', `/api/admin/user-directory/users/${uid}`, { as: admin });
  expect(revoked).toMatchObject({ status: 200, body: { success: true } });

  const banned = {
    error: 'Your account has been banned. Please contact support.',
    code: 'banned',
    banned: true,
  };
  expect(await userInfo(token)).toMatchObject({ status: 403, body: banned });
  const again = await signIn(email);
  // The provider has deleted the account and created another.
  expect(again.uid).not.toBe(uid);
  expect(await userInfo(again.token)).toMatchObject({ status: 403, body: banned });
  await whitelist(email);
  expect((await userInfo((await signIn(email)).token)).status).toBe(200);
});

test('revoking a whitelisted outsider removes the whitelist entry and records a ban [D-identity-and-access.11]', async () => {
  const email = newEmail('elsewhere.example');
  await whitelist(email);
  const { token, uid } = await signIn(email);
  expect((await userInfo(token)).status).toBe(200);
  const entry = firestore.doc(`whitelist/${encodeURIComponent(email)}`);
  expect((await entry.get()).exists).toBe(true);
  await callApi('DELETE', `/api/admin/user-directory/users/${uid}`, { as: await signInAdmin() });
  expect((await entry.get()).exists).toBe(false);
  expect((await firestore.doc(`bans/${encodeURIComponent(email)}`).get()).get('email')).toBe(email);
});

test('a demoted admin loses admin access at once [P7.5, D-identity-and-access.14]', async () => {
  const admin = await signInAdmin();
  const second = await signIn(newEmail());
  expect((await userInfo(second.token)).body).toEqual({ role: 'user', isAdmin: false });
  const role = `/api/admin/user-directory/users/${second.uid}/role`;
  await callApi('PATCH', role, { as: admin, body: { role: 'admin' } });
  expect((await callApi('GET', '/api/admin/user-directory/users', { as: second })).status).toBe(200);
  await callApi('PATCH', role, { as: admin, body: { role: 'user' } });
  expect((await callApi('GET', '/api/admin/user-directory/users', { as: second })).status).toBe(403);
  expect((await userInfo(second.token)).body).toEqual({ role: 'user', isAdmin: false });
});

test('records activity at most once a minute [D-identity-and-access.15]', async () => {
  const account = await signIn(newEmail());
  await userInfo(account.token);
  const record = firestore.doc(`users/${account.uid}`);
  const first = (await record.get()).get('lastActiveAt');
  await userInfo(account.token);
  expect((await record.get()).get('lastActiveAt')).toEqual(first);

  await record.update({ lastActiveAt: Timestamp.fromMillis(Date.now() - 61_000) });
  // Every access change clears the caches, so the next call reads the account.
  await whitelist(newEmail('elsewhere.example'));
  await userInfo(account.token);
  const later: unknown = (await record.get()).get('lastActiveAt');
  expect(later instanceof Timestamp && Date.now() - later.toMillis()).toBeLessThan(30_000);
});
