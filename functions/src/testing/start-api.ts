import type { ServerResponse } from 'node:http';
import { deleteApp, getApp } from 'firebase-admin/app';
import { onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { makeDeps, type Deps } from '../batches/deps.ts';
import { sendJson, startTestServer } from '../providers/testing/start-test-server.ts';
import { makeApp } from '../app.ts';
import { findTool } from '../tools.ts';

const PROJECT = 'demo-portal';
const LookupSchema = z.object({ localId: z.array(z.string()) });
const UpdateSchema = z.object({ localId: z.string(), disableUser: z.boolean().default(false) });
type Answer = (response: ServerResponse) => unknown;

export const listAccounts = (uids: readonly string[]): Answer =>
  sendJson({ users: uids.map(describeAccount) });

const emailOf = (uid: string) => `${uid}@studio.example`;
const describeAccount = (uid: string) => ({ localId: uid, email: emailOf(uid), validSince: '0' });

interface StartedApi {
  deps: Deps;
  call: (
    method: string,
    path: string,
    uid: string,
    body?: object,
    headers?: Record<string, string>,
  ) => Promise<{ status: number; body: unknown }>;
}

/**
 * The API with its real clients, on the Firestore that the test has started. A fake identity provider has these accounts,
 * all of the company's domain; `answerList` answers the list of accounts.
 */
export async function startApi(
  uids: readonly string[],
  answerList: Answer = listAccounts(uids),
): Promise<StartedApi> {
  const disabled = new Set<string>();
  const provider = await startTestServer((response, { url, body }) => {
    if (url.includes('accounts:batchGet')) return answerList(response);
    if (url.includes('accounts:update')) {
      const { localId, disableUser } = UpdateSchema.parse(JSON.parse(body.toString()));
      if (disableUser) disabled.add(localId);
      return sendJson({ localId })(response);
    }
    if (!url.includes('accounts:lookup')) return sendJson({ localId: 'changed' })(response);
    const { localId } = LookupSchema.parse(JSON.parse(body.toString()));
    const users = uids.filter((uid) => localId.includes(uid)).map(describeAccount);
    return sendJson({ users: users.map((user) => ({ ...user, disabled: disabled.has(user.localId) })) })(
      response,
    );
  });
  vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', new URL(provider.url).host);
  vi.stubEnv('GCLOUD_PROJECT', PROJECT);
  vi.stubEnv('COMPANY_DOMAIN', 'studio.example');
  const deps = makeDeps(findTool);
  onTestFinished(() => deleteApp(getApp()));
  const app = makeApp(deps);

  const call: StartedApi['call'] = async (method, path, uid, body, headers) => {
    const answer = await app.request(path, {
      method,
      headers: {
        authorization: `Bearer ${makeToken(uid)}`,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
    return { status: answer.status, body: isJson ? JSON.parse(text) : text };
  };
  return { deps, call };
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** An unsigned token, as the Auth emulator issues. */
export function makeToken(uid: string): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: `https://securetoken.google.com/${PROJECT}`,
    aud: PROJECT,
    iat: now,
    auth_time: now,
    exp: now + 3600,
    sub: uid,
    email: emailOf(uid),
    email_verified: true,
  };
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`;
}
