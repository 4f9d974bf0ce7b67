/** get, exists, getAfter and existsAfter: alone, in batches and in transactions. */
import { alice, bob } from '../callers.ts';
import type { Scenario } from '../scenario.ts';

const at = '/databases/$(database)/documents';

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
      { title: 'get, signed out', request: { get: 'reports/r' }, decision: 'deny' },
      {
        title: 'create with a team that exists',
        as: alice,
        request: { write: { create: 'reports/n', fields: { team: 'blue' } } },
        decision: 'allow',
      },
      {
        title: 'create with a team that does not exist',
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
        title: 'update with a deleted team',
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
    title: 'get and exists see the state before the batch, getAfter and existsAfter the one after',
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
        title: 'exists is false for a document that the batch creates',
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
        title: 'also if it was written first',
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
        title: 'existsAfter is false for a document that the batch deletes',
        request: { write: [{ create: 'gone/x', fields: {} }, { delete: 'kept/k' }] },
        decision: 'allow',
      },
      {
        title: 'existsAfter is true for a document that the batch keeps',
        request: { write: { create: 'gone/x', fields: {} } },
        decision: 'deny',
      },
    ],
  },
  {
    title: 'a transaction is decided like a batch',
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
    title: 'lookups need no permission, and reads do not see the batch',
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
];
