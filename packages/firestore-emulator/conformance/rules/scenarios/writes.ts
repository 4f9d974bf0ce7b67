/** Create, update and delete: how writes are classified, and the documents before and after. */
import type { Scenario } from '../scenario.ts';
import { double } from '../values.ts';

export const writes: readonly Scenario[] = [
  {
    title: 'the method of a write depends on the document and the request',
    rules: `match /create/{id} { allow create; }
      match /update/{id} { allow update; }
      match /delete/{id} { allow delete; }
      match /write/{id} { allow write; }`,
    documents: { 'create/old': {}, 'update/old': {}, 'delete/old': {}, 'write/old': {} },
    requests: [
      {
        title: 'set of a new document',
        request: { write: { set: 'create/new', fields: {} } },
        decision: 'allow',
      },
      {
        title: 'set of an old document',
        request: { write: { set: 'create/old', fields: {} } },
        decision: 'deny',
      },
      {
        title: 'create of an old document',
        request: { write: { create: 'create/old', fields: {} } },
        decision: 'fails 409',
      },
      {
        title: 'update of a missing document',
        request: { write: { update: 'create/new', fields: {} } },
        decision: 'deny',
      },
      {
        title: 'set of an old document',
        request: { write: { set: 'update/old', fields: {} } },
        decision: 'allow',
      },
      {
        title: 'set of a new document',
        request: { write: { set: 'update/new', fields: {} } },
        decision: 'deny',
      },
      {
        title: 'create of an old document',
        request: { write: { create: 'update/old', fields: {} } },
        decision: 'deny',
      },
      {
        title: 'update of a missing document',
        request: { write: { update: 'update/new', fields: {} } },
        decision: 'fails 404',
      },
      { title: 'delete of an old document', request: { write: { delete: 'delete/old' } }, decision: 'allow' },
      {
        title: 'delete of a missing document',
        request: { write: { delete: 'delete/new' } },
        decision: 'allow',
      },
      {
        title: 'delete where only update is allowed',
        request: { write: { delete: 'update/old' } },
        decision: 'deny',
      },
      {
        title: 'set where only delete is allowed',
        request: { write: { set: 'delete/old', fields: {} } },
        decision: 'deny',
      },
      {
        title: 'create under write',
        request: { write: { create: 'write/new', fields: {} } },
        decision: 'allow',
      },
      {
        title: 'update under write',
        request: { write: { update: 'write/old', fields: {} } },
        decision: 'allow',
      },
      { title: 'delete under write', request: { write: { delete: 'write/old' } }, decision: 'allow' },
      { title: 'get under write', request: { get: 'write/old' }, decision: 'deny' },
    ],
  },
  {
    title: 'request.method is the method',
    rules: `match /a/{id} { allow write: if request.method == id || request.method == resource.data.method; }`,
    documents: { 'a/u': { method: 'update' }, 'a/d': { method: 'delete' } },
    requests: [
      { title: 'create', request: { write: { create: 'a/create', fields: {} } }, decision: 'allow' },
      {
        title: 'set of a new document',
        request: { write: { set: 'a/create', fields: {} } },
        decision: 'allow',
      },
      { title: 'update', request: { write: { update: 'a/u', fields: {}, mask: ['x'] } }, decision: 'allow' },
      { title: 'delete', request: { write: { delete: 'a/d' } }, decision: 'allow' },
      { title: 'delete where update is asked for', request: { write: { delete: 'a/u' } }, decision: 'deny' },
    ],
  },
  {
    title: 'resource is the document before the write, request.resource after it',
    rules: `match /a/{id} {
        allow create: if resource == null && request.resource.data.n == 1;
        allow update: if resource.data.n == 1 && request.resource.data.n == 2;
        allow delete: if resource.data.n == 1 && request.resource == null;
      }`,
    documents: { 'a/one': { n: 1 }, 'a/three': { n: 3 } },
    requests: [
      { title: 'create with 1', request: { write: { create: 'a/x', fields: { n: 1 } } }, decision: 'allow' },
      { title: 'create with 2', request: { write: { create: 'a/x', fields: { n: 2 } } }, decision: 'deny' },
      {
        title: 'create with the double 1',
        request: { write: { create: 'a/x', fields: { n: double(1) } } },
        decision: 'allow',
      },
      { title: 'create without n', request: { write: { create: 'a/x', fields: {} } }, decision: 'deny' },
      {
        title: 'update from 1 to 2',
        request: { write: { update: 'a/one', fields: { n: 2 } } },
        decision: 'allow',
      },
      {
        title: 'update from 3 to 2',
        request: { write: { update: 'a/three', fields: { n: 2 } } },
        decision: 'deny',
      },
      {
        title: 'update from 1 to 1',
        request: { write: { update: 'a/one', fields: { n: 1 } } },
        decision: 'deny',
      },
      { title: 'delete of 3', request: { write: { delete: 'a/three' } }, decision: 'deny' },
      { title: 'delete of 1', request: { write: { delete: 'a/one' } }, decision: 'allow' },
    ],
  },
  {
    title: 'request.resource has a name and an id',
    rules: `match /a/{id} {
        allow create: if request.resource.id == id && request.resource.__name__ == request.path
          && request.resource.__name__ == /databases/$(database)/documents/a/$(id);
        allow update: if resource.id == request.resource.id && resource.__name__ == request.resource.__name__;
      }`,
    documents: { 'a/old': {} },
    requests: [
      { title: 'create', request: { write: { create: 'a/new', fields: {} } }, decision: 'allow' },
      { title: 'update', request: { write: { update: 'a/old', fields: {} } }, decision: 'allow' },
    ],
  },
  {
    title: 'a masked update leaves the other fields in request.resource',
    rules: `match /a/{id} { allow update: if request.resource.data.keys().hasOnly(['n', 'm', 'map'])
        && request.resource.data.diff(resource.data).affectedKeys().hasOnly(['n']); }`,
    documents: { 'a/x': { n: 1, m: 1, map: { k: 1, l: 2 } } },
    requests: [
      {
        title: 'the allowed field',
        request: { write: { update: 'a/x', fields: { n: 2 }, mask: ['n'] } },
        decision: 'allow',
      },
      {
        title: 'the allowed field is removed',
        request: { write: { update: 'a/x', fields: {}, mask: ['n'] } },
        decision: 'allow',
      },
      {
        title: 'another field',
        request: { write: { update: 'a/x', fields: { m: 2 }, mask: ['m'] } },
        decision: 'deny',
      },
      {
        title: 'another field, to what it was',
        request: { write: { update: 'a/x', fields: { m: 1 }, mask: ['m'] } },
        decision: 'allow',
      },
      {
        title: 'a field within a map',
        request: { write: { update: 'a/x', fields: { map: { k: 2 } }, mask: ['map.k'] } },
        decision: 'deny',
      },
      {
        title: 'a field within a map, to what it was',
        request: { write: { update: 'a/x', fields: { map: { k: 1 } }, mask: ['map.k'] } },
        decision: 'allow',
      },
      {
        title: 'without a mask, other fields are removed',
        request: { write: { update: 'a/x', fields: { n: 2 } } },
        decision: 'deny',
      },
      {
        title: 'an unknown field',
        request: { write: { update: 'a/x', fields: { z: 1 }, mask: ['z'] } },
        decision: 'deny',
      },
    ],
  },
];
