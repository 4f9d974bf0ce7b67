import { describe, expect, test } from 'vitest';
import { GeoPoint, Reference, Timestamp } from '../firestore-values.ts';
import {
  createAccess,
  createDocument,
  decide,
  evaluate,
  nameOf,
  readFrom,
  wrapCondition,
} from '../testing.ts';

const DENIED_EVERYTHING = 'No matching allow statements';
const service = (body: string) => `rules_version = '2'; service cloud.firestore { ${body} }`;
const documents = (body: string) => service(`match /databases/{database}/documents { ${body} }`);

describe('matches paths', () => {
  test.each([
    ['match /a/{b} { allow get; }', 'a/1', true],
    ['match /a/{b} { allow get; }', 'a/1/c/2', false],
    ['match /a/{b} { match /c/{d} { allow get: if b == "1" && d == "2"; } }', 'a/1/c/2', true],
    ['match /a/{b} { match /c/{d} { allow get; } }', 'a/1', false],
    ['match /a/{rest=**} { allow get: if string(rest) == "/1/c/2"; }', 'a/1/c/2', true],
    ['match /a/1/{rest=**} { allow get: if string(rest) == "/"; }', 'a/1', true],
    ['match /{above=**}/c/{d} { allow get: if above == /a/1; }', 'a/1/c/2', true],
    ['match /{above=**} { match /c/{d} { allow get; } }', 'c/2', true],
    ['match /a/1 { allow get; }', 'a/2', false],
    ['match /a/{one=*} { allow get; }', 'a/2', true],
    ['match /a/{b} { match /c/{b} { allow get: if b == "2"; } }', 'a/1/c/2', true],
  ])('%s, %s: %s', (body, path, expected) => {
    const decision = decide(documents(body), createAccess({ name: nameOf(path) }));
    expect(decision).toBe(expected ? 'allowed' : DENIED_EVERYTHING);
  });

  test('allows if one statement allows', () => {
    const body =
      'match /a/{b} { allow get: if 1 / 0 == 1; allow read: if false; } match /{c=**} { allow get; }';
    expect(decide(documents(body), createAccess({ name: nameOf('a/1') }))).toBe('allowed');
  });

  test('gives the outcome of each statement as the reason', () => {
    const body = 'match /a/{b} { allow get: if false;\nallow read: if 1 / 0 == 1; allow write; }';
    const decision = decide(documents(body), createAccess({ name: nameOf('a/1') }));
    expect(decision).toBe("false for 'get' @ L1, Divide by zero error. for 'get' @ L2");
  });

  test('ignores the rules of other services', () => {
    const source = "rules_version = '2'; service firebase.storage { match /{all=**} { allow read; } }";
    expect(decide(source)).toBe(DENIED_EVERYTHING);
  });
});

test.each([
  ['read', ['get', 'list']],
  ['write', ['create', 'update', 'delete']],
  ['get', ['get']],
  ['create', ['create']],
] as const)('%s covers %j', (allowed, covered) => {
  const methods = ['get', 'list', 'create', 'update', 'delete'] as const;
  const source = documents(`match /{all=**} { allow ${allowed}; }`);
  expect(methods.filter((method) => decide(source, createAccess({ method })) === 'allowed')).toEqual(covered);
});

describe('resource and request', () => {
  const document = createDocument('things/one', {
    count: 3n,
    ratio: 1.5,
    at: new Timestamp(1_577_836_800, 0),
    where: new GeoPoint(1, 2),
    data: Uint8Array.from([97]),
    other: new Reference(nameOf('things/two')),
    list: [1n, 'x'],
    map: new Map([['a', null]]),
  });
  test.each([
    'resource.id == "one" && resource.__name__ == request.path && resource.keys() == ["__name__", "data", "id"]',
    'resource.data.count is int && resource.data.ratio is float && resource.data.at == timestamp.date(2020, 1, 1)',
    'resource.data.where == latlng.value(1, 2) && resource.data.data == b"a" && resource.data.list == [1, "x"]',
    'resource.data.other == /databases/$(database)/documents/things/two && resource.data.map == {"a": null}',
    'request.method == "get" && request.auth.uid == "alice" && request.auth.token.email == "alice@studio.example"',
    'request.time == timestamp.value(1700000000000) + duration.value(5000, "ns") && !("resource" in request)',
  ])('%s', (condition) => {
    expect(evaluate(condition, document)).toBe('true');
  });

  test('are null if there is no document or user', () => {
    expect(evaluate('resource == null')).toBe('true');
    expect(decide(wrapCondition('request.auth == null'), createAccess({ auth: null }))).toBe('allowed');
    const access = createAccess({ method: 'delete', before: document });
    expect(decide(wrapCondition('request.resource == null && resource != null'), access)).toBe('allowed');
  });

  test('are the document before and after a write', () => {
    const after = createDocument('things/one', { count: 4n, at: createAccess().time });
    const condition =
      'request.resource.data.count == resource.data.count + 1 && request.resource.data.at == request.time';
    const access = createAccess({ method: 'update', before: document, after });
    expect(decide(wrapCondition(condition), access)).toBe('allowed');
  });
});

const other = (path: string) => `/databases/(default)/documents/${path}`;
const lookUp = (count: number) =>
  Array.from(
    { length: count },
    (_, index) => `!exists(${other(`none/${index}`)}) && !existsAfter(${other(`none/${index}`)})`,
  ).join(' && ');

describe('reading other documents', () => {
  const read = readFrom(createDocument('roles/alice', { role: 'admin' }), createDocument('things/gone'));
  const readAfter = readFrom(createDocument('roles/alice', { role: 'user' }), createDocument('things/new'));
  const roleOf = '/databases/$(database)/documents/roles/$(request.auth.uid)';

  test.each([
    `get(${roleOf}).data.role == "admin" && get(${roleOf}).id == "alice" && exists(${roleOf})`,
    `getAfter(${roleOf}).data.role == "user" && existsAfter(${other('things/new')}) && !exists(${other('things/new')})`,
    `getAfter(${other('things/gone')}) == null && !existsAfter(${other('things/gone')})`,
    `get(${other('things/one')}) == null && getAfter(request.path) == null`,
  ])('%s', (condition) => {
    expect(decide(wrapCondition(condition), createAccess({ method: 'create', read, readAfter }))).toBe(
      'allowed',
    );
  });

  test.each([
    `get(${other('roles/bob')}) == null`,
    `getAfter(${other('roles/bob')}) == null`,
    `exists(${other('roles')})`,
    'exists(/roles/alice)',
    'exists(/databases/other/documents/roles/alice)',
    'exists("roles/alice")',
  ])('%s is an error', (condition) => {
    const decision = decide(wrapCondition(condition), createAccess({ method: 'create', read, readAfter }));
    expect(decision).toMatch(/^(Service call error|Unsupported operation error)/);
  });

  test('allows reading ten other documents, any number of times, and the document itself', () => {
    expect(decide(wrapCondition(`${lookUp(10)} && !exists(request.path)`))).toBe('allowed');
    expect(decide(wrapCondition(lookUp(11)))).toContain('Service call error');
  });
});
