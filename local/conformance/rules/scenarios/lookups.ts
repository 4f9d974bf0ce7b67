/** get, exists, getAfter and existsAfter: alone, in batches, in transactions, and how many a request may make. */
import { alice, bob } from '../callers.ts';
import type { Scenario } from '../scenario.ts';

const at = '/databases/$(database)/documents';
const look = (count: number, call = (n: number) => `exists(${at}/many/m${n})`) =>
  Array.from({ length: count }, (_, n) => call(n)).join(' && ');
const many = Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`many/m${n}`, { n }]));

export const lookups: readonly Scenario[] = [
  {
    title: 'another document decides',
    rules: `function role() { return get(${at}/users/$(request.auth.uid)).data.role; }
      match /reports/{id} {
        allow get: if role() == 'editor';
        allow create: if role() == 'editor' && exists(${at}/teams/$(request.resource.data.team));
        allow update: if get(${at}/teams/$(resource.data.team)).data.members[request.auth.uid] == true;
        allow delete: if request.auth.uid in get(${at}/teams/$(resource.data.team)).data.owners;
      }`,
    documents: {
      'users/alice': { role: 'editor' },
      'users/bob': { role: 'reader' },
      'teams/blue': { members: { alice: true }, owners: ['bob'] },
      'reports/r': { team: 'blue' },
      'reports/orphan': { team: 'gone' },
    },
    requests: [
      { title: 'get with the role', as: alice, request: { get: 'reports/r' }, decision: 'allow' },
      { title: 'get without the role', as: bob, request: { get: 'reports/r' }, decision: 'deny' },
      { title: 'get by nobody', request: { get: 'reports/r' }, decision: 'deny' },
      {
        title: 'create with a team that exists',
        as: alice,
        request: { write: { create: 'reports/n', fields: { team: 'blue' } } },
        decision: 'allow',
      },
      {
        title: 'create with a team that does not',
        as: alice,
        request: { write: { create: 'reports/n', fields: { team: 'red' } } },
        decision: 'deny',
      },
      {
        title: 'update by a member',
        as: alice,
        request: { write: { update: 'reports/r', fields: { team: 'blue' } } },
        decision: 'allow',
      },
      {
        title: 'update by another',
        as: bob,
        request: { write: { update: 'reports/r', fields: { team: 'blue' } } },
        decision: 'deny',
      },
      {
        title: 'update where the team is gone',
        as: alice,
        request: { write: { update: 'reports/orphan', fields: {} } },
        decision: 'deny',
      },
      {
        title: 'delete by an owner',
        as: bob,
        request: { write: { delete: 'reports/r' } },
        decision: 'allow',
      },
      {
        title: 'delete by another',
        as: alice,
        request: { write: { delete: 'reports/r' } },
        decision: 'deny',
      },
    ],
  },
  {
    title: 'get and exists see what was before the batch, getAfter and existsAfter what is after it',
    rules: `match /before/{id} { allow write: if !exists(${at}/side/s); }
      match /after/{id} { allow write: if existsAfter(${at}/side/s) && getAfter(${at}/side/s).data.n == 2; }
      match /changed/{id} { allow write: if get(${at}/kept/k).data.n == 1 && getAfter(${at}/kept/k).data.n == 2; }
      match /own/{id} { allow write: if getAfter(${at}/own/$(id)).data.n == request.resource.data.n && !exists(${at}/own/$(id)); }
      match /gone/{id} { allow write: if exists(${at}/kept/k) && !existsAfter(${at}/kept/k); }
      match /side/{id} { allow write; }
      match /kept/{id} { allow write; }`,
    documents: { 'kept/k': { n: 1 } },
    requests: [
      {
        title: 'exists is false for what the batch creates',
        request: {
          write: [
            { create: 'before/x', fields: {} },
            { create: 'side/s', fields: {} },
          ],
        },
        decision: 'allow',
      },
      {
        title: 'existsAfter is true for it',
        request: {
          write: [
            { create: 'after/x', fields: {} },
            { create: 'side/s', fields: { n: 2 } },
          ],
        },
        decision: 'allow',
      },
      {
        title: 'also when it was written first',
        request: {
          write: [
            { create: 'side/s', fields: { n: 2 } },
            { create: 'after/x', fields: {} },
          ],
        },
        decision: 'allow',
      },
      {
        title: 'getAfter sees its fields',
        request: {
          write: [
            { create: 'after/x', fields: {} },
            { create: 'side/s', fields: { n: 3 } },
          ],
        },
        decision: 'deny',
      },
      {
        title: 'existsAfter is false without it',
        request: { write: { create: 'after/x', fields: {} } },
        decision: 'deny',
      },
      {
        title: 'getAfter sees an update',
        request: {
          write: [
            { create: 'changed/x', fields: {} },
            { update: 'kept/k', fields: { n: 2 } },
          ],
        },
        decision: 'allow',
      },
      {
        title: 'getAfter without an update',
        request: { write: { create: 'changed/x', fields: {} } },
        decision: 'deny',
      },
      {
        title: 'getAfter sees an increment',
        request: {
          write: [
            { create: 'changed/x', fields: {} },
            { update: 'kept/k', fields: {}, mask: [], transforms: { n: { increment: 1 } } },
          ],
        },
        decision: 'allow',
      },
      {
        title: 'getAfter sees the document itself',
        request: { write: { create: 'own/x', fields: { n: 4 } } },
        decision: 'allow',
      },
      {
        title: 'existsAfter is false for what the batch deletes',
        request: { write: [{ create: 'gone/x', fields: {} }, { delete: 'kept/k' }] },
        decision: 'allow',
      },
      {
        title: 'existsAfter is true for what the batch leaves',
        request: { write: { create: 'gone/x', fields: {} } },
        decision: 'deny',
      },
    ],
  },
  {
    title: 'a transaction is judged as a batch is',
    rules: `match /accounts/{id} {
        allow get;
        allow update: if request.resource.data.sum >= 0
          && getAfter(${at}/accounts/a).data.sum + getAfter(${at}/accounts/b).data.sum
            == get(${at}/accounts/a).data.sum + get(${at}/accounts/b).data.sum;
      }`,
    documents: { 'accounts/a': { sum: 5 }, 'accounts/b': { sum: 1 } },
    requests: [
      {
        title: 'the sum is kept',
        request: {
          transaction: {
            reads: ['accounts/a', 'accounts/b'],
            writes: [
              { update: 'accounts/a', fields: { sum: 2 } },
              { update: 'accounts/b', fields: { sum: 4 } },
            ],
          },
        },
        decision: 'allow',
      },
      {
        title: 'the sum changes',
        request: {
          transaction: { reads: ['accounts/a'], writes: [{ update: 'accounts/a', fields: { sum: 2 } }] },
        },
        decision: 'deny',
      },
      {
        title: 'one goes below zero',
        request: {
          transaction: {
            reads: ['accounts/a', 'accounts/b'],
            writes: [
              { update: 'accounts/a', fields: { sum: -1 } },
              { update: 'accounts/b', fields: { sum: 7 } },
            ],
          },
        },
        decision: 'deny',
      },
      {
        title: 'a read that is not allowed',
        request: { transaction: { reads: ['secrets/s'], writes: [] } },
        decision: 'deny',
      },
      {
        title: 'reads alone',
        request: { transaction: { reads: ['accounts/a'], writes: [] } },
        decision: 'allow',
      },
    ],
  },
  {
    title: 'a request may look up ten documents',
    rules: `match /ten/{id} { allow read: if ${look(10)}; }
      match /eleven/{id} { allow read: if ${look(11)}; }
      match /twenty/{id} { allow read: if ${look(20)}; }
      match /twentyOne/{id} { allow read: if ${look(21)}; }
      match /early/{id} { allow read: if true || ${look(11)}; }
      match /same/{id} { allow read: if ${look(15, () => `exists(${at}/many/m1)`)}; }
      match /five/{id} { allow read: if ${look(5)} && ${look(5, (n) => `get(${at}/many/m${n}).data.n == ${n}`)}; }
      match /both/{id} { allow read: if ${look(10)} && ${look(10, (n) => `get(${at}/many/m${n}).data.n == ${n}`)}; }
      match /self/{id} { allow read: if ${look(10)} && exists(${at}/self/$(id)); }`,
    documents: { ...many, 'ten/x': {}, 'eleven/x': {}, 'self/x': {} },
    requests: [
      { title: 'ten', request: { get: 'ten/x' }, decision: 'allow' },
      { title: 'eleven', request: { get: 'eleven/x' }, decision: 'deny' },
      { title: 'eleven that are not reached', request: { get: 'early/x' }, decision: 'allow' },
      { title: 'one of them fifteen times', request: { get: 'same/x' }, decision: 'allow' },
      { title: 'five by exists and the same five by get', request: { get: 'five/x' }, decision: 'allow' },
      { title: 'ten by exists and the same ten by get', request: { get: 'both/x' }, decision: 'deny' },
      { title: 'ten and the document itself', request: { get: 'self/x' }, decision: 'allow' },
      { title: 'ten for a list', request: { list: { from: 'ten' } }, decision: 'allow' },
      { title: 'twenty for a list', request: { list: { from: 'twenty' } }, decision: 'allow' },
      { title: 'twenty-one for a list', request: { list: { from: 'twentyOne' } }, decision: 'deny' },
    ],
  },
  {
    title: 'a batch may look up ten documents a write and twenty in all',
    rules: `match /ten/{id} { allow write: if ${look(10)}; }
      match /other/{id} { allow write: if ${look(10, (n) => `exists(${at}/many/m${n + 10})`)}; }
      match /third/{id} { allow write: if exists(${at}/many/m20); }
      match /eleven/{id} { allow write: if ${look(11)}; }`,
    documents: many,
    requests: [
      { title: 'ten', request: { write: { create: 'ten/x', fields: {} } }, decision: 'allow' },
      { title: 'eleven', request: { write: { create: 'eleven/x', fields: {} } }, decision: 'deny' },
      {
        title: 'ten and the same ten',
        request: {
          write: [
            { create: 'ten/x', fields: {} },
            { create: 'ten/y', fields: {} },
            { create: 'ten/z', fields: {} },
          ],
        },
        decision: 'allow',
      },
      {
        title: 'ten and ten others',
        request: {
          write: [
            { create: 'ten/x', fields: {} },
            { create: 'other/x', fields: {} },
          ],
        },
        decision: 'allow',
      },
      {
        title: 'twenty-one',
        request: {
          write: [
            { create: 'ten/x', fields: {} },
            { create: 'other/x', fields: {} },
            { create: 'third/x', fields: {} },
          ],
        },
        decision: 'deny',
      },
    ],
  },
  {
    title: 'looking up a document takes no permission on it, and reads see none of the batch',
    rules: `match /secret/{id} { allow read, write: if false; }
      match /a/{id} {
        allow get: if get(${at}/secret/s).data.open && getAfter(${at}/secret/s).data.open && existsAfter(${at}/secret/s);
        allow list: if exists(${at}/secret/s);
      }`,
    documents: { 'secret/s': { open: true } },
    requests: [
      { title: 'get', request: { get: 'a/x' }, decision: 'allow' },
      { title: 'list', request: { list: { from: 'a' } }, decision: 'allow' },
      { title: 'the secret itself', request: { get: 'secret/s' }, decision: 'deny' },
    ],
  },
  {
    title: 'functions may call one another twenty deep',
    rules: `${Array.from({ length: 20 }, (_, n) => `function f${n}() { return ${n === 0 ? 'true' : `f${n - 1}()`}; }`).join('\n')}
      match /twenty/{id} { allow get: if f19(); }`,
    requests: [{ title: 'twenty calls', request: { get: 'twenty/x' }, decision: 'allow' }],
  },
  {
    title: 'how many expressions a request may evaluate',
    rules: `function ten(x) { return x && x && x && x && x && x && x && x && x && x; }
      function hundred(x) { return ten(x) && ten(x) && ten(x) && ten(x) && ten(x) && ten(x) && ten(x) && ten(x) && ten(x) && ten(x); }
      match /few/{id} { allow get: if hundred(id == 'x'); }
      match /many/{id} { allow get: if ${Array.from({ length: 12 }, () => "hundred(id == 'x')").join(' && ')}; }`,
    requests: [
      { title: 'some hundred', request: { get: 'few/x' }, decision: 'allow' },
      { title: 'more than a thousand', request: { get: 'many/x' }, decision: 'deny' },
    ],
  },
];
