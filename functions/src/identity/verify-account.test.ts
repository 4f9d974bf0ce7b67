/** As in production: the SDK checks signatures with Google's keys, and asks Google about an account. */
import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { Agent } from 'node:https';
import { connect } from 'node:net';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { startFirestore } from '../providers/testing/start-firestore.ts';
import { sendJson, startTestServer } from '../providers/testing/start-test-server.ts';
import { makeAccessCache } from './access-cache.ts';
import { banReference } from './access-store.ts';
import { identifyCaller } from './identify-caller.ts';

const firestore = await startFirestore();
const PROJECT = 'demo-identity';
const EMAIL = 'ada@studio.example';
const google = generateKeyPairSync('rsa', { modulusLength: 2048 });
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

function makeToken(): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: `https://securetoken.google.com/${PROJECT}`,
    aud: PROJECT,
    auth_time: now,
    iat: now,
    exp: now + 3600,
    sub: 'ada',
    email: EMAIL,
    email_verified: true,
  };
  const signed = `${encode({ alg: 'RS256', typ: 'JWT', kid: 'one' })}.${encode(claims)}`;
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(google.privateKey, 'base64url')}`;
}

/** The SDK's requests reach a server of the test, which answers this about the account. */
async function startInstance(lookUp: { status?: number; body: unknown }) {
  const publicKey = google.publicKey.export({ format: 'pem', type: 'spki' });
  const server = await startTestServer((response, { url }) =>
    url.includes('accounts:lookup')
      ? sendJson(lookUp.body, lookUp.status)(response)
      : sendJson({ one: publicKey })(response),
  );
  const httpAgent = new Agent();
  Object.assign(httpAgent, {
    createConnection: () => connect(Number(new URL(server.url).port), '127.0.0.1'),
  });
  const credential = { getAccessToken: async () => ({ access_token: 'one', expires_in: 3600 }) };
  const app = initializeApp({ projectId: PROJECT, httpAgent, credential }, randomUUID());
  onTestFinished(() => deleteApp(app));
  const accessCache = makeAccessCache(firestore);
  // The Firestore of all tests of the file: nothing may listen to it when it closes.
  accessCache.set = () => undefined;
  const deps = { auth: getAuth(app), firestore, accessCache };
  const countLookUps = () => server.requests.filter(({ url }) => url.includes('accounts:lookup')).length;
  return { deps, identify: () => identifyCaller(deps, `Bearer ${makeToken()}`), countLookUps };
}

const FOUND = { body: { users: [{ localId: 'ada', validSince: '0' }] } };

beforeEach(async () => {
  vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', undefined);
  await banReference(firestore, EMAIL).delete();
});

it('looks up the account of a person who is not known, once', async () => {
  const { deps, identify, countLookUps } = await startInstance(FOUND);
  expect(await identify()).toEqual({ uid: 'ada', email: EMAIL, role: 'user' });
  expect(countLookUps()).toBe(1);
  deps.accessCache.get = () => 'admin';
  expect(await identify()).toMatchObject({ role: 'admin' });
  expect(countLookUps()).toBe(1);
});

it('refuses the valid token of a deleted account', async () => {
  const { identify } = await startInstance({ body: {} });
  await expect(identify()).rejects.toMatchObject({ code: 'unauthenticated' });
});

it('answers 503 when Google fails to look up the account', async () => {
  const { identify } = await startInstance({
    status: 500,
    body: { error: { code: 500, message: 'INTERNAL' } },
  });
  await expect(identify()).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 });
});
