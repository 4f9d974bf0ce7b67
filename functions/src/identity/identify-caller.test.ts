import { Agent } from 'node:https';
import { deleteApp, initializeApp, type AppOptions } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { getFirestore } from 'firebase-admin/firestore';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeAccessCache } from './access-cache.ts';
import { identifyCaller } from './identify-caller.ts';

const PROJECT = 'demo-identity';
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Well-formed, for this project, and not expired. */
function makeToken(header: object): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: `https://securetoken.google.com/${PROJECT}`,
    aud: PROJECT,
    auth_time: now,
    iat: now,
    exp: now + 3600,
    sub: 'someone',
    email: 'someone@studio.example',
    email_verified: true,
  };
  return `${encode(header)}.${encode(claims)}.${'alg' in header && header.alg === 'none' ? '' : 'c2ln'}`;
}

function identify(token: string, options: AppOptions = {}) {
  const app = initializeApp({ projectId: PROJECT, ...options }, crypto.randomUUID());
  onTestFinished(() => deleteApp(app));
  const firestore = getFirestore(app);
  return identifyCaller(
    { auth: getAuth(app), firestore, accessCache: makeAccessCache(firestore) },
    `Bearer ${token}`,
  );
}

const UNREACHABLE = { code: 'unavailable', retryAfterSeconds: 5 };

test('answers 503 when the public keys of Google cannot be fetched', async () => {
  const httpAgent = new Agent({
    lookup: (_host, _options, done) => done(new Error('no such host'), '', 4),
  });
  const token = makeToken({ alg: 'RS256', typ: 'JWT', kid: 'x' });
  await expect(identify(token, { httpAgent })).rejects.toMatchObject(UNREACHABLE);
});

test('answers 503 when the account cannot be looked up', async () => {
  // Nothing listens on port 1.
  vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', '127.0.0.1:1');
  onTestFinished(() => void vi.unstubAllEnvs());
  await expect(identify(makeToken({ alg: 'none', typ: 'JWT' }))).rejects.toMatchObject(UNREACHABLE);
});

const encodeText = (text: string) => Buffer.from(text).toString('base64url');
const HEADER = encode({ alg: 'RS256', typ: 'JWT', kid: 'x' });

test.each([
  `${HEADER}.eyJhIjo.x`,
  ...['null', '""', '[]', '0', '{"sub":{}}', '{'].map((payload) => `${HEADER}.${encodeText(payload)}.x`),
  ...['null', '{', '{"alg":"none"}'].map((header) => `${encodeText(header)}.${encodeText('{"sub":"x"}')}.`),
])('answers 401 to the malformed token %s', async (token) => {
  await expect(identify(token)).rejects.toMatchObject({ code: 'unauthenticated' });
});
