import { listDirectory, DirectorySchema, describeExpected } from '@portal/contracts/directory';
import { deleteApp, getApp } from 'firebase-admin/app';
import { expect, it, onTestFinished, vi } from 'vitest';
import { makeDeps } from '../deps.ts';
import { makeApp } from '../http/app.ts';
import { whitelistReference } from '../identity/access-store.ts';
import { startFirestore } from '../providers/testing/start-firestore.ts';
import { sendJson, startTestServer } from '../providers/testing/start-test-server.ts';

const firestore = await startFirestore();
const PROJECT = 'demo-portal';
const ADMIN = { localId: 'uid-admin', email: 'admin@studio.example', validSince: '0' };
const denied = sendJson({ error: { code: 403, message: 'PERMISSION_DENIED' } }, 403);

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** In the form of the Auth emulator, which signs nothing. */
function makeToken(): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: `https://securetoken.google.com/${PROJECT}`,
    aud: PROJECT,
    iat: now,
    auth_time: now,
    exp: now + 3600,
    sub: ADMIN.localId,
    email: ADMIN.email,
    email_verified: true,
  };
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`;
}

/** The API, with an identity provider that knows the admin and lists accounts as the test says. */
async function startApi(listAccounts: Parameters<typeof startTestServer>[0]) {
  const { url } = await startTestServer((response, request) =>
    request.url.includes('accounts:lookup')
      ? sendJson({ users: [ADMIN] })(response)
      : listAccounts(response, request),
  );
  vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', new URL(url).host);
  vi.stubEnv('GCLOUD_PROJECT', PROJECT);
  vi.stubEnv('COMPANY_DOMAIN', 'studio.example');
  vi.stubEnv('FIRST_ADMINS', ADMIN.email);
  const app = makeApp(makeDeps());
  onTestFinished(() => deleteApp(getApp()));
  return async () => {
    const answer = await app.request(listDirectory.path, {
      headers: { authorization: `Bearer ${makeToken()}` },
    });
    return DirectorySchema.parse(await answer.json()).data;
  };
}

it('says whether the accounts could be listed, and lists the whitelist either way [P2.33, P3.5]', async () => {
  await whitelistReference(firestore, 'guest@elsewhere.example').set({ email: 'guest@elsewhere.example' });
  const guest = describeExpected('guest@elsewhere.example');
  let listAccounts = denied;
  const readDirectory = await startApi((response) => listAccounts(response));
  expect(await readDirectory()).toEqual({ users: [guest], totalUsers: 1, firebaseAvailable: false });

  listAccounts = sendJson({ users: [ADMIN] });
  expect(await readDirectory()).toMatchObject({
    users: [{ uid: ADMIN.localId, role: 'admin' }, guest],
    totalUsers: 2,
    firebaseAvailable: true,
  });
});
