import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { makeGoogleApi } from '../make-google-api.ts';
import type { Target } from '../target.ts';

/** Google's APIs with these answers, by path; all else is 404. */
export async function createTarget(answers: Record<string, object>): Promise<Target> {
  const server = createServer(({ url = '/', headers }, response) => {
    const answer = headers.authorization === 'Bearer test-token' ? answers[url] : undefined;
    const error = { error: { code: 404, status: 'NOT_FOUND', message: `${url} was not found.` } };
    const body = answer ?? error;
    const status = 'error' in body ? Number(Reflect.get(Object(body.error), 'code')) : 200;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return {
    project: 'studio',
    region: 'us-central1',
    url,
    root: resolve(import.meta.dirname, '../../..'),
    hosting: { headers: [] },
    google: makeGoogleApi(() => Promise.resolve('test-token'), 'studio'),
    urls: {
      scheduler: url,
      tasks: url,
      rules: url,
      firebaseStorage: url,
      firestore: url,
      firestoreAdmin: url,
      identity: url,
      identityAdmin: url,
      storage: url,
    },
  };
}
