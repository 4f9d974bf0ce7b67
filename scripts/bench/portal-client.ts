/** Clients of the portal under test: its API, sandbox and database. */
import { z } from 'zod';
import type { LocalPortal } from '@portal/local/start-local-portal';
import { makeGoogleIdToken, seedAccounts } from '@portal/local/seed-accounts';

const StartedSchema = z.object({ batchId: z.string() });
const SignedInSchema = z.object({ idToken: z.string() });
const UsageSchema = z.object({ reads: z.number(), writes: z.number() });
const DocumentSchema = z.object({ fields: z.record(z.string(), z.unknown()) });

export type PortalClient = Awaited<ReturnType<typeof connectTo>>;

/** `person`: which of the seeded accounts. */
export async function connectTo(portal: LocalPortal, person = 0) {
  const { urls, projectId } = portal;
  const account = seedAccounts[person];
  if (!account) throw new Error('No account to sign in with.');
  const { idToken } = SignedInSchema.parse(
    await postJson(`${urls.auth}/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp?key=any`, {
      postBody: `id_token=${encodeURIComponent(makeGoogleIdToken(account))}&providerId=google.com`,
      requestUri: 'http://localhost',
      returnSecureToken: true,
    }),
  );
  const documents = `${urls.firestore}/v1/projects/${projectId}/databases/(default)/documents`;
  const owner = { authorization: 'Bearer owner' };
  const call = (method: string, path: string, options: { body?: unknown } = {}) =>
    fetch(urls.hosting + path, {
      method,
      headers: {
        authorization: `Bearer ${idToken}`,
        ...(options.body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
    });
  return {
    call,
    /** A batch of images by Stability. */
    startBatch: async (quantity: number): Promise<string> => {
      const answer = await call('POST', '/api/image-generator/generate', {
        body: {
          provider: 'stability',
          model: 'sd3.5-medium',
          version: 'medium',
          prompt: 'a measured lighthouse',
          quantity,
          stylePreset: 'photographic',
          aspectRatio: '1:1',
          outputFormat: 'jpeg',
        },
      });
      return StartedSchema.parse(await answer.json()).batchId;
    },
    control: (path: string, body: unknown) => postJson(`${urls.sandbox}/control/${path}`, body),
    /** Reads and writes that production would have charged so far; this call is not counted. */
    readUsage: async () =>
      UsageSchema.parse(
        await (await fetch(`${urls.firestore}/emulator/v1/projects/${projectId}:usage`)).json(),
      ),
    readDocument: async (path: string) =>
      DocumentSchema.parse(await (await fetch(`${documents}/${path}`, { headers: owner })).json()).fields,
    createDocument: (collection: string, id: string, fields: object) =>
      postJson(`${documents}/${collection}?documentId=${id}`, { fields }, owner),
  };
}

async function postJson(url: string, body: unknown, headers: Record<string, string> = {}): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}
