import { describe, expect, test } from 'vitest';
import { createDocument } from '../testing.ts';
import { parseStorageRules, type StorageAccess } from './storage-rules.ts';
import type { RulesValue } from '../values/rules-value.ts';

const createAccess = (overrides: Partial<StorageAccess> = {}): StorageAccess => ({
  method: 'get',
  path: '/b/bucket/o/folder/picture.png',
  request: new Map<string, RulesValue>([['auth', new Map([['uid', 'alice']])]]),
  resource: null,
  readDocument: () => Promise.resolve(undefined),
  ...overrides,
});

async function isAllowed(body: string, access = createAccess()): Promise<boolean> {
  const source = `rules_version = '2'; service firebase.storage { match /b/{bucket}/o { ${body} } }`;
  const { rules, issues } = parseStorageRules(source);
  if (!rules) throw new Error(JSON.stringify(issues));
  return (await rules.authorize(access)).allowed;
}

test.each([
  ['match /folder/{file} { allow read; }', 'get', true],
  ['match /folder/{file} { allow write; }', 'create', true],
  ['match /folder/{file} { allow create; }', 'delete', false],
  ['match /{all=**} { allow get: if bucket == "bucket" && request.method == "get"; }', 'get', true],
  ['match /folder/{file} { allow get: if get(/databases/(default)/documents/a/b) == null; }', 'get', false],
] as const)('%s, %s: %s', async (body, method, expected) => {
  expect(await isAllowed(body, createAccess({ method }))).toBe(expected);
});

describe('lists a folder', () => {
  test.each([
    ['allowed by its own rules', 'match /folder { allow list; }', '/', true],
    ['allowed by the rules for everything below', 'match /folder/{all=**} { allow list; }', '/', true],
    ['allowed by the rules for its files', 'match /folder/{file} { allow list; }', '/', true],
    [
      'denied by the rules for its files if subfolders are listed too',
      'match /folder/{file} { allow list; }',
      undefined,
      false,
    ],
    ['denied by the rules for one file', 'match /folder/picture.png { allow list; }', '/', false],
    ['denied by the rules for another folder', 'match /other/{file} { allow list; }', '/', false],
  ])('%s', async (_name, body, delimiter, expected) => {
    expect(
      await isAllowed(body, createAccess({ method: 'list', path: '/b/bucket/o/folder', delimiter })),
    ).toBe(expected);
  });
});

const readDocument: StorageAccess['readDocument'] = (wanted) =>
  Promise.resolve(
    wanted === '/databases/(default)/documents/users/alice'
      ? createDocument('users/alice', { role: 'admin' })
      : undefined,
  );

describe('reads Firestore documents', () => {
  const path = '/databases/(default)/documents/users/$(request.auth.uid)';
  test.each([
    [`firestore.get(${path}).data.role == "admin"`, true],
    [`firestore.exists(${path}) && !firestore.exists(/databases/(default)/documents/users/bob)`, true],
    [`false || firestore.get(${path}).id == "alice"`, true],
    ['firestore.get(/databases/(default)/documents/users/bob) == null', false],
    ['firestore.exists(/users/alice)', false],
    [
      '!firestore.exists(/databases/a/documents/b/1) && !firestore.exists(/databases/a/documents/b/2) && !firestore.exists(/databases/a/documents/b/3)',
      false,
    ],
  ])('%s: %s', async (condition, expected) => {
    expect(
      await isAllowed(`match /{all=**} { allow get: if ${condition}; }`, createAccess({ readDocument })),
    ).toBe(expected);
  });
});
