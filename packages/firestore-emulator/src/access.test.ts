import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findRulesProblem } from './access.ts';
import { startFirestoreServer, type FirestoreServer } from './server.ts';
import { Code } from './status.ts';
import { messageCodec } from './wire/protocol.ts';
import type { ListenResponse } from './wire/messages.ts';
import { TestClient } from './wire/testing/test-client.ts';

const DATABASE = 'projects/demo-access/databases/(default)';
const DENIES_EVERYTHING = readFileSync(join(import.meta.dirname, '../../../firestore.rules'), 'utf8');

let server: FirestoreServer;
let client: TestClient;

beforeAll(async () => {
  server = await startFirestoreServer();
  client = new TestClient(server.port);
});

afterAll(async () => {
  client.close();
  await server.close();
});

const ask = (method: string, path: string, body?: object, authorization?: string) =>
  fetch(`http://127.0.0.1:${server.port}${path}`, {
    method,
    headers: authorization === undefined ? {} : { authorization },
    ...(body && { body: JSON.stringify(body) }),
  });

describe.each([
  ['a visitor', undefined],
  ['a signed-in person', `Bearer ${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`],
  ['a caller with another scheme', 'Basic b3duZXI6'],
])('denies %s', (_, authorization) => {
  const headers = authorization === undefined ? {} : { authorization };

  test.each([
    'BatchGetDocuments',
    'Commit',
    'RunQuery',
    'BeginTransaction',
    'ListCollectionIds',
    'BatchWrite',
  ])('%s', async (method) => {
    expect((await client.call(method, { database: DATABASE }, headers)).status).toBe(Code.PERMISSION_DENIED);
  });

  test('a listener', async () => {
    const call = client.open('Listen', headers);
    const addTarget = { targetId: 1, documents: { documents: [`${DATABASE}/documents/c/a`] } };
    call.send(messageCodec<object>('ListenRequest').encode({ database: DATABASE, addTarget }));
    await call.take();
    const { targetChange } = messageCodec<ListenResponse>('ListenResponse').decode(await call.take());
    expect(targetChange?.cause?.code).toBe(Code.PERMISSION_DENIED);
    call.cancel();
  });

  test.each(['GET', 'POST', 'DELETE'])('%s', async (method) => {
    const path = `/v1/${DATABASE}/documents/c${method === 'POST' ? '?documentId=a' : '/a'}`;
    expect((await ask(method, path, undefined, authorization)).status).toBe(403);
  });
});

test.each(['Bearer owner', 'bearer owner'])('lets %s in', async (authorization) => {
  expect(
    (await ask('POST', `/v1/${DATABASE}/documents/c?documentId=${randomUUID()}`, {}, authorization)).status,
  ).toBe(200);
});

describe('rules', () => {
  const ALLOWS = DENIES_EVERYTHING.replace('false', 'request.auth != null');
  const put = (content: string, ignoreErrors = false) =>
    ask('PUT', '/emulator/v1/projects/demo-access:securityRules', {
      rules: { files: [{ name: 'firestore.rules', content }] },
      ignore_errors: ignoreErrors,
    });

  test('that deny everything are loaded', async () => {
    expect(await (await put(DENIES_EVERYTHING)).json()).toEqual({});
  });

  test('that allow something are refused with a sentence', async () => {
    const message = findRulesProblem(ALLOWS);
    expect(message).toContain('supports only rules that deny everything');
    const refused = await put(ALLOWS);
    expect([refused.status, await refused.json()]).toMatchObject([400, { error: { message } }]);
    // firebase-tools prints issues, and does not expect an error.
    expect(await (await put(ALLOWS, true)).json()).toMatchObject({
      issues: [{ severity: 'ERROR', description: message }],
    });
  });

  test.each(['', 'nonsense', `${DENIES_EVERYTHING} }`, DENIES_EVERYTHING.replace('read, write', 'read')])(
    'that are written in another way are refused: %j',
    (source) => {
      expect(findRulesProblem(source)).toBeDefined();
    },
  );

  test('need a file', async () => {
    expect((await ask('PUT', '/emulator/v1/projects/demo-access:securityRules', { rules: {} })).status).toBe(
      400,
    );
  });
});
