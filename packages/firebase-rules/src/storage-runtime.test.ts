import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Talks to the program as firebase-tools does. */
function startRuntime() {
  const program = join(import.meta.dirname, 'main.ts');
  const child = spawn(process.execPath, [program, 'serve'], { stdio: ['pipe', 'pipe', 'pipe'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  return {
    child,
    stderr: () => stderr,
    send: (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`),
    receive: async (): Promise<unknown> => JSON.parse((await lines.next()).value ?? 'null'),
  };
}

const SOURCE = `rules_version = '2';
service firebase.storage {
  match /b/{bucket}/o/pictures/{name} {
    allow create: if request.auth.uid == 'alice' && request.resource.size < 1000;
    allow get: if firestore.get(/databases/(default)/documents/users/$(request.auth.uid)).data.level >= 2
      && request.time < firestore.get(/databases/(default)/documents/users/$(request.auth.uid)).data.expiresAt;
  }
}`;
const load = (id: number, content: string) => ({
  action: 'load_ruleset',
  id,
  context: { rulesetName: String(id), source: { files: [{ name: 'storage.rules', content }] } },
});
const verify = (id: number, method: string, size = 1) => ({
  action: 'verify',
  id,
  context: {
    rulesetName: '1',
    service: 'firebase.storage',
    path: '/b/bucket/o/pictures/one.png',
    method,
    variables: {
      resource: { null_value: null },
      request: {
        map_value: {
          fields: {
            path: { path_value: { segments: [{ simple: 'b' }, { simple: 'bucket' }, { simple: 'o' }] } },
            time: { timestamp_value: '2026-11-21T10:00:00.500Z' },
            resource: { map_value: { fields: { size: { int_value: size } } } },
            auth: { map_value: { fields: { uid: { string_value: 'alice' }, token: { null_value: null } } } },
          },
        },
      },
    },
  },
});

let runtime: ReturnType<typeof startRuntime>;
beforeAll(() => {
  runtime = startRuntime();
});
afterAll(async () => {
  runtime.child.kill('SIGINT');
  if (runtime.child.exitCode === null) await once(runtime.child, 'exit');
});

test('announces itself, loads rules and decides', async () => {
  expect(await runtime.receive()).toEqual({ id: -1, status: 'ok', action: 'start' });

  runtime.send(load(1, SOURCE));
  expect(await runtime.receive()).toEqual({
    id: 1,
    status: 'ok',
    action: 'load_ruleset',
    errors: [],
    warnings: [],
    result: { rulesVersion: 2 },
  });

  runtime.send(verify(2, 'create'));
  const decided = { status: 'ok', action: 'verify', errors: [], warnings: [] };
  expect(await runtime.receive()).toEqual({ id: 2, ...decided, result: { permit: true } });
  runtime.send(verify(3, 'create', 1000));
  expect(await runtime.receive()).toEqual({ id: 3, ...decided, result: { permit: false } });
});

test('asks for a document and continues with it', async () => {
  const documentPath = '/databases/(default)/documents/users/alice';
  const name = `projects/demo-portal${documentPath}`;
  const respond = (id: number, expiresAt: string) =>
    runtime.send({
      id,
      status: 'ok',
      result: { name, fields: { level: { integerValue: '2' }, expiresAt: { timestampValue: expiresAt } } },
      warnings: [],
      errors: [],
    });
  const asks = { server_request_id: 4, context: { path: documentPath } };
  runtime.send(verify(4, 'get'));
  expect(await runtime.receive()).toMatchObject(asks);
  respond(4, '2026-11-21T10:00:00.6Z');
  expect(await runtime.receive()).toMatchObject({ id: 4, result: { permit: true } });

  runtime.send(verify(10, 'get'));
  await runtime.receive();
  respond(10, '2026-11-21T12:00:00.5+02:00');
  expect(await runtime.receive()).toMatchObject({ id: 10, result: { permit: false } });

  runtime.send(verify(5, 'get'));
  expect(await runtime.receive()).toMatchObject({ server_request_id: 5 });
  runtime.send({ id: 5, status: 'not_found', warnings: [], errors: [] });
  expect(await runtime.receive()).toMatchObject({ id: 5, result: { permit: false } });
});

test('reports the place of an error in the rules', async () => {
  runtime.send(load(6, "rules_version = '2';\nservice firebase.storage {{"));
  expect(await runtime.receive()).toMatchObject({
    id: 6,
    errors: ["storage.rules:2:27 - ERROR Unexpected '{'."],
  });
});

test('answers an invalid message with an error and keeps running', async () => {
  runtime.send({ action: 'unknown', id: 7 });
  expect(await runtime.receive()).toMatchObject({ id: 7, errors: ['The action is unknown.'] });
  runtime.send({ ...verify(8, 'get'), context: { rulesetName: 'missing' } });
  expect(await runtime.receive()).toMatchObject({ id: 8, errors: ['The ruleset is not loaded.'] });
  runtime.child.stdin.write('not JSON\n');
  runtime.send(verify(9, 'create'));
  expect(await runtime.receive()).toMatchObject({ id: 9, result: { permit: true } });
  expect(runtime.stderr()).toBe('');
});
