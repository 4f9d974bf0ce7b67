import { createSign, generateKeyPairSync } from 'node:crypto';
import { Agent } from 'node:https';
import { connect } from 'node:net';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getAppCheck } from 'firebase-admin/app-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { sendJson, startTestServer } from '../providers/testing/start-test-server.ts';
import { verifyApp } from './verify-app.ts';

const PROJECT = 'demo-identity';
const APP = '1:123:web:abc';
const KEY_ID = 'one';
const google = generateKeyPairSync('rsa', { modulusLength: 2048 });
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

function makeToken(claims: object = {}, { privateKey } = google): string {
  const now = Math.floor(Date.now() / 1000);
  const payload = {
    iss: 'https://firebaseappcheck.googleapis.com/123',
    aud: ['projects/123', `projects/${PROJECT}`],
    sub: APP,
    iat: now,
    exp: now + 3600,
    ...claims,
  };
  const signed = `${encode({ alg: 'RS256', typ: 'JWT', kid: KEY_ID })}.${encode(payload)}`;
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(privateKey, 'base64url')}`;
}

/** Verifies with the real SDK. Its requests for Google's public keys reach a server of the test. */
async function verify(token: string | undefined, keysStatus = 200): Promise<void> {
  const jwk = { ...google.publicKey.export({ format: 'jwk' }), kid: KEY_ID, use: 'sig', alg: 'RS256' };
  const server = await startTestServer(sendJson({ keys: [jwk] }, keysStatus));
  const httpAgent = new Agent();
  Object.assign(httpAgent, {
    createConnection: () => connect(Number(new URL(server.url).port), '127.0.0.1'),
  });
  const app = initializeApp({ projectId: PROJECT, httpAgent }, crypto.randomUUID());
  onTestFinished(() => deleteApp(app));
  await verifyApp({ appCheck: () => getAppCheck(app) }, token);
}

function enforce(isEnforced = true): void {
  vi.stubEnv('APP_CHECK_SITE_KEY', 'site-key');
  vi.stubEnv('APP_CHECK_APP_ID', APP);
  vi.stubEnv('APP_CHECK_ENFORCED', String(isEnforced));
  onTestFinished(() => void vi.unstubAllEnvs());
}

test('accepts a token of the studio’s web app', async () => {
  enforce();
  await expect(verify(makeToken())).resolves.toBeUndefined();
});

test.each([
  ['no token', () => undefined],
  ['a malformed token', () => 'not.a.token'],
  ['an expired token', () => makeToken({ exp: 1 })],
  ['a token of another project', () => makeToken({ aud: ['projects/other'] })],
  ['a token of another app', () => makeToken({ sub: '1:123:web:other' })],
  ['a token of another issuer', () => makeToken({ iss: 'https://issuer.example' })],
  ['a forged token', () => makeToken({}, stranger)],
])('refuses %s with a clear text', async (_name, make) => {
  enforce();
  await expect(verify(make())).rejects.toMatchObject({
    status: 401,
    code: 'app-not-verified',
    userMessage: expect.stringContaining('could not be verified'),
  });
});

test('answers 503 when the public keys cannot be fetched', async () => {
  enforce();
  await expect(verify(makeToken(), 500)).rejects.toMatchObject({
    code: 'unavailable',
    status: 503,
    userMessage: 'Your browser cannot be verified right now. Please try again.',
    retryAfterSeconds: 5,
  });
});

test('lets every request pass while App Check is off or not enforced', async () => {
  await expect(verify(undefined)).resolves.toBeUndefined();
  enforce(false);
  await expect(verify('anything')).resolves.toBeUndefined();
});
