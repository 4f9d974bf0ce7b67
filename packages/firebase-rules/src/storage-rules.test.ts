import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Timestamp, type RulesMap, type RulesValue } from './rules-value.ts';
import { parseStorageRules, type StorageAccess } from './storage-rules.ts';
import { RulesError } from './syntax.ts';

const toMap = (fields: Readonly<Record<string, RulesValue>>): RulesMap => new Map(Object.entries(fields));
const DOCUMENTS = new Map<string, RulesMap>([
  ['/databases/(default)/documents/users/alice', toMap({ role: 'admin', level: 2n, ratio: 2 })],
]);

const createAccess = (overrides: Partial<StorageAccess> = {}): StorageAccess => ({
  method: 'create',
  path: '/b/bucket/o/folder/picture.png',
  request: toMap({
    auth: toMap({ uid: 'alice' }),
    time: new Timestamp(5_000_000_000n),
    resource: toMap({ size: 10n, contentType: 'image/png', tags: ['a', 'b'] }),
  }),
  resource: null,
  readDocument: (path) => Promise.resolve(DOCUMENTS.get(path)),
  ...overrides,
});

const wrap = (content: string) =>
  `rules_version = '2';\nservice firebase.storage { match /b/{bucket}/o {\n${content}\n} }`;
const wrapCondition = (condition: string, functions = '') =>
  wrap(`${functions} match /folder/{file} { allow create: if\n${condition}; }`);
const isAllowed = (source: string, access = createAccess()) => parseStorageRules(source).isAllowed(access);

describe('matches paths and methods', () => {
  test.each([
    ['match /folder/{file} { allow write: if true; }', 'create', true],
    ['match /folder/{file} { allow create: if true; }', 'delete', false],
    ['match /folder/{file} { allow get, delete: if true; }', 'delete', true],
    ['match /folder/{file} { allow write: if true; }', 'get', false],
    [
      'match /folder/{file} { allow create: if bucket == "bucket" && file == "picture.png"; }',
      'create',
      true,
    ],
    ['match /folder { match /{file} { allow create: if true; } }', 'create', true],
    ['match /folder { allow create: if true; }', 'create', false],
    ['match /folder/{file}/{more} { allow create: if true; }', 'create', false],
    ['match /other/{file} { allow create: if true; }', 'create', false],
  ])('%s, %s: %s', async (content, method, expected) => {
    expect(await isAllowed(wrap(content), createAccess({ method }))).toBe(expected);
  });
});

describe('evaluates conditions', () => {
  test.each([
    ['resource == null && request.auth != null', true],
    ['request.resource.size < 11 && request.resource.size <= 10', true],
    ['request.resource.size > 10 || request.resource.size >= 11', false],
    ['!(request.resource.size == 10)', false],
    ['true || false && false', true],
    ['(true || false) && false', false],
    ['"a" < "b" && 1 < 2 == true', true],
    ['request.resource.contentType in ["image/png", "image/jpeg"]', true],
    ['request.resource.contentType in ["image/jpeg"] || "size" in request.resource', true],
    ['request.resource["size"] == 10 && request.resource.tags[1] == "b"', true],
    ['request.resource.tags[2] == "b"', false],
    ['request.time < firestore.get(/databases/(default)/documents/users/alice).data.level', false],
    ['request.time == request.time && !(request.time < request.time)', true],
    ['"10" == 10 || null == false', false],
    ['null < 1', false],
    ['1 < "2"', false],
    ['request.auth.token == null', false],
    ['resource.size == 1', false],
    ['file', false],
  ])('%s: %s', async (condition, expected) => {
    expect(await isAllowed(wrapCondition(condition))).toBe(expected);
  });

  test.each([
    ['request.missing == 1 || true', true],
    ['true || request.missing == 1', true],
    ['!(request.missing == 1 && false)', true],
    ['request.missing == 1 && true', false],
    ['!(request.missing == 1 || false)', false],
    ['!(true && request.missing == 1)', false],
  ])('an error on one side does not matter if the other decides: %s', async (condition, expected) => {
    expect(await isAllowed(wrapCondition(condition))).toBe(expected);
  });

  test.each([
    [
      'f(10)',
      'function f(n) { let size = request.resource.size; return size == n && g(); } function g() { return bucket == "bucket"; }',
    ],
    ['f(request.missing)', 'function f(n) { let broken = request.missing; return true; }'],
    ['f(1)', 'function f(request) { return request == 1; }'],
    ['f(1)', 'function f(bucket) { return g(); } function g() { return bucket == "bucket"; }'],
  ])('%s with %s is true', async (condition, functions) => {
    expect(await isAllowed(wrapCondition(condition, functions))).toBe(true);
  });
});

describe('reads Firestore documents', () => {
  const path = '/databases/(default)/documents/users/$(request.auth.uid)';
  const missing = (id: string) => `firestore.exists(/databases/(default)/documents/users/${id})`;
  test.each([
    [`firestore.get(${path}).data.role == "admin" && firestore.get(${path}).data.level == 2`, true],
    [`firestore.get(${path}).data.ratio == 2`, true],
    [`firestore.exists(${path}) && !${missing('bob')}`, true],
    ['firestore.get(/databases/(default)/documents/users/bob) == null', false],
    ['!firestore.exists(/users/alice)', false],
    ['!firestore.exists("users/alice")', false],
    [`!${missing('b1')} && !${missing('b2')} && !${missing('b1')}`, true],
    [`!${missing('b1')} && !${missing('b2')} && !${missing('b3')}`, false],
  ])('%s: %s', async (condition, expected) => {
    expect(await isAllowed(wrapCondition(condition))).toBe(expected);
  });
});

const issueOf = (source: string): string => {
  try {
    parseStorageRules(source);
  } catch (error) {
    if (error instanceof RulesError)
      return `${error.position.line}:${error.position.column} ${error.message}`;
    throw error;
  }
  return '';
};

describe('refuses', () => {
  test.each([
    ['1 + 1 == 2', "4:3 The operator '+' is not supported."],
    ['-1 < 0', "4:1 The operator '-' is not supported."],
    ['20 * 1024 > 1', "4:4 The operator '*' is not supported."],
    ['1 is int', "4:3 The operator 'is' is not supported."],
    ['true ? false : true', "4:6 The operator '?' is not supported."],
    ['1.5 < 2', '4:1 The number 1.5 is not supported.'],
    ['b"a" == b"a"', '4:1 Bytes literals are not supported.'],
    ['"a\\n" == "a"', '4:1 A string has to end on its line, and backslashes are not supported.'],
    ['{"a": 1}.a == 1', '4:1 Map literals are not supported.'],
    ['request.resource.tags[0:1] == []', "4:24 Ranges such as '[1:2]' are not supported."],
    ['request.resource.contentType.matches("image/.*")', "4:30 The method 'matches()' is not supported."],
    ['file.size() == 1', "4:1 The function 'file.size()' is not supported."],
    ['math.abs(1) == 1', "4:1 The function 'math.abs()' is not supported."],
    ['get(/a/b) == null', "4:1 The function 'get()' is not supported."],
    ['firestore.get() == null', "4:1 The function 'firestore.get()' takes another number of arguments: 1."],
    ['reqest.auth != null', "4:1 The variable 'reqest' is unknown."],
    ['true and true', "4:6 Unexpected 'and', expected ';'."],
  ])('%s', (condition, issue) => {
    expect(issueOf(wrapCondition(condition))).toBe(issue);
  });

  test.each([
    ['', "1:1 The file has to begin with rules_version = '2';"],
    ["rules_version = '1';", "1:1 The file has to begin with rules_version = '2';"],
    [
      "rules_version = '2'; service cloud.firestore { }",
      '1:30 The service cloud.firestore is not supported.',
    ],
    ["rules_version = '2'; import 'x';", "1:22 Unexpected 'import', expected 'service'."],
    [wrap('match /{all=**} { allow create: if true; }'), "3:12 '{name=**}' is not supported."],
    [wrap('match /a { allow read: if true; }'), "3:18 The method 'read' is not supported."],
    [wrap('match /a { allow list: if true; }'), "3:18 The method 'list' is not supported."],
    [wrap('match /a { allow create; }'), "3:24 Unexpected ';', expected ':'."],
    [wrap('match /{a}/{a} { allow create: if true; }'), "3:13 'a' is already declared."],
    [wrapCondition('f()', 'function f() { return f(); }'), "3:10 The function 'f' calls itself."],
    [
      wrapCondition('f()', 'function f() { return g(); } function g() { return f(); }'),
      "3:10 The function 'f' calls itself.",
    ],
    [wrapCondition('true', 'function f() { return file == ""; }'), "3:23 The variable 'file' is unknown."],
    [
      wrapCondition('f()', 'function f() { let a = b; let b = 1; return a; }'),
      "3:24 The variable 'b' is unknown.",
    ],
    [wrapCondition('f(1)', 'function f(a) { let a = 2; return a; }'), "3:21 'a' is already declared."],
    [`${wrap('')} }`, "4:5 Unexpected '}'."],
  ])('%j', (source, issue) => {
    expect(issueOf(source)).toBe(issue);
  });
});

test('accepts the rules of the portal', () => {
  expect(issueOf(readFileSync(join(import.meta.dirname, '../../../storage.rules'), 'utf8'))).toBe('');
});
