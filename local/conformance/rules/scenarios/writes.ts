/** Create, update and delete: which of them a write is, and what it will have written. */
import { alice, bob } from '../callers.ts';
import type { Scenario } from '../scenario.ts';
import { double } from '../values.ts';

export const writes: readonly Scenario[] = [
  {
    title: 'a write is a create, an update or a delete by what is there and what it asks for',
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
    title: 'request.method says which',
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
    title: 'resource is the document before, request.resource the document after',
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
    title: 'request.resource knows its name and id',
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
        title: 'no mask drops the others',
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
  {
    title: 'request.resource holds what transforms will have made',
    rules: `match /time/{id} { allow write: if request.resource.data.at == request.time; }
      match /sum/{id} { allow write: if request.resource.data.n == 5; }
      match /kind/{id} { allow write: if request.resource.data.n is int; }
      match /list/{id} { allow write: if request.resource.data.list == [1, 2, 3]; }
      match /short/{id} { allow write: if request.resource.data.list == [1]; }
      match /larger/{id} { allow write: if request.resource.data.n == 9; }`,
    documents: {
      'time/x': { a: 1 },
      'sum/x': { n: 2 },
      'kind/x': { n: 2 },
      'list/x': { list: [1, 2] },
      'short/x': { list: [1, 2, 2] },
      'larger/x': { n: 7 },
    },
    requests: [
      {
        title: 'server time in a new document',
        request: { write: { create: 'time/y', fields: {}, transforms: { at: 'server time' } } },
        decision: 'allow',
      },
      {
        title: 'server time in an old document',
        request: { write: { update: 'time/x', fields: {}, mask: [], transforms: { at: 'server time' } } },
        decision: 'allow',
      },
      {
        title: "the caller's own time",
        request: { write: { create: 'time/y', fields: { at: new Date() } } },
        decision: 'deny',
      },
      {
        title: 'an increment',
        request: { write: { update: 'sum/x', fields: {}, mask: [], transforms: { n: { increment: 3 } } } },
        decision: 'allow',
      },
      {
        title: 'an increment by a double',
        request: {
          write: { update: 'sum/x', fields: {}, mask: [], transforms: { n: { increment: double(3) } } },
        },
        decision: 'allow',
      },
      {
        title: 'another increment',
        request: { write: { update: 'sum/x', fields: {}, mask: [], transforms: { n: { increment: 4 } } } },
        decision: 'deny',
      },
      {
        title: 'an increment of a missing field',
        request: { write: { create: 'sum/y', fields: {}, transforms: { n: { increment: 5 } } } },
        decision: 'allow',
      },
      {
        title: 'an increment stays an integer',
        request: { write: { update: 'kind/x', fields: {}, mask: [], transforms: { n: { increment: 3 } } } },
        decision: 'allow',
      },
      {
        title: 'an increment by a double makes a double',
        request: { write: { update: 'kind/x', fields: {}, mask: [], transforms: { n: { increment: 0.5 } } } },
        decision: 'deny',
      },
      {
        title: 'an array union',
        request: {
          write: { update: 'list/x', fields: {}, mask: [], transforms: { list: { union: [2, 3] } } },
        },
        decision: 'allow',
      },
      {
        title: 'an array union of nothing new',
        request: { write: { update: 'list/x', fields: {}, mask: [], transforms: { list: { union: [2] } } } },
        decision: 'deny',
      },
      {
        title: 'an array removal',
        request: {
          write: { update: 'short/x', fields: {}, mask: [], transforms: { list: { remove: [2] } } },
        },
        decision: 'allow',
      },
      {
        title: 'a maximum',
        request: { write: { update: 'larger/x', fields: {}, mask: [], transforms: { n: { maximum: 9 } } } },
        decision: 'allow',
      },
      {
        title: 'a maximum below',
        request: { write: { update: 'larger/x', fields: {}, mask: [], transforms: { n: { maximum: 3 } } } },
        decision: 'deny',
      },
    ],
  },
  {
    title: 'every value arrives in request.resource with its type',
    rules: `match /a/{id} { allow create: if
        (id == 'null' && request.resource.data.v == null) ||
        (id == 'bool' && request.resource.data.v is bool) ||
        (id == 'int' && request.resource.data.v is int) ||
        (id == 'float' && request.resource.data.v is float) ||
        (id == 'timestamp' && request.resource.data.v is timestamp) ||
        (id == 'string' && request.resource.data.v is string) ||
        (id == 'bytes' && request.resource.data.v is bytes) ||
        (id == 'list' && request.resource.data.v is list) ||
        (id == 'map' && request.resource.data.v is map); }`,
    requests: [
      { title: 'null', request: { write: { create: 'a/null', fields: { v: null } } }, decision: 'allow' },
      { title: 'bool', request: { write: { create: 'a/bool', fields: { v: false } } }, decision: 'allow' },
      { title: 'int', request: { write: { create: 'a/int', fields: { v: 1 } } }, decision: 'allow' },
      {
        title: 'a double for an int',
        request: { write: { create: 'a/int', fields: { v: double(1) } } },
        decision: 'deny',
      },
      {
        title: 'float',
        request: { write: { create: 'a/float', fields: { v: double(1) } } },
        decision: 'allow',
      },
      {
        title: 'an int for a float',
        request: { write: { create: 'a/float', fields: { v: 1 } } },
        decision: 'deny',
      },
      {
        title: 'timestamp',
        request: { write: { create: 'a/timestamp', fields: { v: new Date(0) } } },
        decision: 'allow',
      },
      { title: 'string', request: { write: { create: 'a/string', fields: { v: '' } } }, decision: 'allow' },
      {
        title: 'bytes',
        request: { write: { create: 'a/bytes', fields: { v: new Uint8Array([1]) } } },
        decision: 'allow',
      },
      { title: 'list', request: { write: { create: 'a/list', fields: { v: [] } } }, decision: 'allow' },
      { title: 'map', request: { write: { create: 'a/map', fields: { v: {} } } }, decision: 'allow' },
    ],
  },
  {
    title: 'a batch is allowed when each of its writes is',
    rules: `match /a/{id} { allow create: if request.resource.data.ok; allow update: if resource.data.ok && request.resource.data.ok; allow delete; }
      match /b/{id} { allow write: if false; }`,
    documents: { 'a/old': { ok: true }, 'a/bad': { ok: false } },
    requests: [
      {
        title: 'two good ones',
        request: {
          write: [
            { create: 'a/x', fields: { ok: true } },
            { create: 'a/y', fields: { ok: true } },
          ],
        },
        decision: 'allow',
      },
      {
        title: 'a good one and a bad one',
        request: {
          write: [
            { create: 'a/x', fields: { ok: true } },
            { create: 'a/y', fields: { ok: false } },
          ],
        },
        decision: 'deny',
      },
      {
        title: 'a good one and one elsewhere',
        request: {
          write: [
            { create: 'a/x', fields: { ok: true } },
            { create: 'b/y', fields: {} },
          ],
        },
        decision: 'deny',
      },
      {
        title: 'a create, an update and a delete',
        request: {
          write: [
            { create: 'a/x', fields: { ok: true } },
            { update: 'a/old', fields: { ok: true } },
            { delete: 'a/bad' },
          ],
        },
        decision: 'allow',
      },
      { title: 'nothing', request: { write: [] }, decision: 'allow' },
    ],
  },
  {
    title: 'several writes to one document are judged one after the other',
    rules: `match /a/{id} { allow create: if request.resource.data.n == 2; allow update: if resource.data.n == 1; }
      match /created/{id} { allow create; }
      match /updated/{id} { allow update; }
      match /deleted/{id} { allow delete; }
      match /seen/{id} { allow create; allow update: if resource.data.n == 1; }`,
    documents: { 'a/old': { n: 1 }, 'updated/old': { n: 1 }, 'deleted/old': {} },
    requests: [
      {
        title: 'two sets of a new document, where only create is allowed',
        request: {
          write: [
            { set: 'created/x', fields: { n: 1 } },
            { set: 'created/x', fields: { n: 2 } },
          ],
        },
        decision: 'allow',
      },
      {
        title: 'two sets of an old document',
        request: {
          write: [
            { set: 'updated/old', fields: { n: 1 } },
            { set: 'updated/old', fields: { n: 2 } },
          ],
        },
        decision: 'allow',
      },
      {
        title: 'the last one counts',
        request: {
          write: [
            { set: 'a/x', fields: { n: 1 } },
            { set: 'a/x', fields: { n: 2 } },
          ],
        },
        decision: 'allow',
      },
      {
        title: 'the first one does not',
        request: {
          write: [
            { set: 'a/x', fields: { n: 2 } },
            { set: 'a/x', fields: { n: 1 } },
          ],
        },
        decision: 'deny',
      },
      {
        title: 'create then delete, where only create is allowed',
        request: { write: [{ set: 'created/x', fields: {} }, { delete: 'created/x' }] },
        decision: 'deny',
      },
      {
        title: 'create then delete, where only delete is allowed',
        request: { write: [{ set: 'deleted/x', fields: {} }, { delete: 'deleted/x' }] },
        decision: 'allow',
      },
      {
        title: 'delete then create, where only create is allowed',
        request: { write: [{ delete: 'created/x' }, { set: 'created/x', fields: {} }] },
        decision: 'allow',
      },
      {
        title: 'delete then create, where only update is allowed',
        request: { write: [{ delete: 'updated/old' }, { set: 'updated/old', fields: {} }] },
        decision: 'allow',
      },
      {
        title: 'the second sees the first',
        request: {
          write: [
            { set: 'seen/x', fields: { n: 1 } },
            { set: 'seen/x', fields: { n: 2 } },
          ],
        },
        decision: 'allow',
      },
    ],
  },
  {
    title: 'the usual shapes: an owner, a schema, immutable fields, counters',
    rules: `match /posts/{id} {
        function valid() {
          let data = request.resource.data;
          return data.keys().hasAll(['author', 'title']) && data.keys().hasOnly(['author', 'title', 'tags', 'likes'])
            && data.title is string && data.title.size() <= 10
            && (!('tags' in data) || (data.tags is list && data.tags.size() <= 2));
        }
        allow create: if request.auth.uid == request.resource.data.author && valid();
        allow update: if request.auth.uid == resource.data.author && valid()
          && request.resource.data.author == resource.data.author
          || request.resource.data.diff(resource.data).affectedKeys() == ['likes'].toSet()
          && request.resource.data.likes == resource.data.get('likes', 0) + 1;
        allow delete: if request.auth.uid == resource.data.author;
      }`,
    documents: {
      'posts/p': { author: 'alice', title: 'hello', likes: 3 },
      'posts/q': { author: 'bob', title: 'q' },
    },
    requests: [
      {
        title: 'create one of her own',
        as: alice,
        request: { write: { create: 'posts/n', fields: { author: 'alice', title: 'new' } } },
        decision: 'allow',
      },
      {
        title: "create one in another's name",
        as: alice,
        request: { write: { create: 'posts/n', fields: { author: 'bob', title: 'new' } } },
        decision: 'deny',
      },
      {
        title: 'create without a title',
        as: alice,
        request: { write: { create: 'posts/n', fields: { author: 'alice' } } },
        decision: 'deny',
      },
      {
        title: 'create with a long title',
        as: alice,
        request: { write: { create: 'posts/n', fields: { author: 'alice', title: 'much too long' } } },
        decision: 'deny',
      },
      {
        title: 'create with a number for a title',
        as: alice,
        request: { write: { create: 'posts/n', fields: { author: 'alice', title: 5 } } },
        decision: 'deny',
      },
      {
        title: 'create with an unknown field',
        as: alice,
        request: { write: { create: 'posts/n', fields: { author: 'alice', title: 'a', x: 1 } } },
        decision: 'deny',
      },
      {
        title: 'create with tags',
        as: alice,
        request: { write: { create: 'posts/n', fields: { author: 'alice', title: 'a', tags: ['b'] } } },
        decision: 'allow',
      },
      {
        title: 'create with too many tags',
        as: alice,
        request: {
          write: { create: 'posts/n', fields: { author: 'alice', title: 'a', tags: ['b', 'c', 'd'] } },
        },
        decision: 'deny',
      },
      {
        title: 'create as nobody',
        request: { write: { create: 'posts/n', fields: { author: 'alice', title: 'a' } } },
        decision: 'deny',
      },
      {
        title: 'update her own',
        as: alice,
        request: { write: { update: 'posts/p', fields: { title: 'x' }, mask: ['title'] } },
        decision: 'allow',
      },
      {
        title: 'give it away',
        as: alice,
        request: { write: { update: 'posts/p', fields: { author: 'bob' }, mask: ['author'] } },
        decision: 'deny',
      },
      {
        title: "update another's",
        as: bob,
        request: { write: { update: 'posts/p', fields: { title: 'x' }, mask: ['title'] } },
        decision: 'deny',
      },
      {
        title: "like another's",
        as: bob,
        request: {
          write: { update: 'posts/p', fields: {}, mask: [], transforms: { likes: { increment: 1 } } },
        },
        decision: 'allow',
      },
      {
        title: 'like it twice',
        as: bob,
        request: {
          write: { update: 'posts/p', fields: {}, mask: [], transforms: { likes: { increment: 2 } } },
        },
        decision: 'deny',
      },
      {
        title: 'like one that has no likes',
        as: alice,
        request: { write: { update: 'posts/q', fields: { likes: 1 }, mask: ['likes'] } },
        decision: 'allow',
      },
      {
        title: 'like it as nobody',
        request: { write: { update: 'posts/p', fields: { likes: 4 }, mask: ['likes'] } },
        decision: 'allow',
      },
      { title: 'delete her own', as: alice, request: { write: { delete: 'posts/p' } }, decision: 'allow' },
      { title: "delete another's", as: alice, request: { write: { delete: 'posts/q' } }, decision: 'deny' },
      {
        title: 'delete a missing one',
        as: alice,
        request: { write: { delete: 'posts/none' } },
        decision: 'deny',
      },
    ],
  },
  {
    title: 'request.time is one moment for rules and for server timestamps',
    rules: `match /a/{id} {
        allow create: if request.resource.data.at == request.time && request.resource.data.until > request.time;
        allow update: if request.time > resource.data.after + duration.value(1, 'h');
      }`,
    documents: {
      'a/past': { after: new Date(0) },
      'a/future': { after: new Date('2300-01-01') },
    },
    requests: [
      {
        title: 'both hold',
        request: {
          write: {
            create: 'a/x',
            fields: { until: new Date('2300-01-01') },
            transforms: { at: 'server time' },
          },
        },
        decision: 'allow',
      },
      {
        title: 'the deadline has passed',
        request: {
          write: { create: 'a/x', fields: { until: new Date(0) }, transforms: { at: 'server time' } },
        },
        decision: 'deny',
      },
      {
        title: 'two server timestamps are one',
        request: {
          write: { create: 'a/x', fields: {}, transforms: { at: 'server time', until: 'server time' } },
        },
        decision: 'deny',
      },
      {
        title: 'an hour has passed',
        request: { write: { update: 'a/past', fields: {} } },
        decision: 'allow',
      },
      {
        title: 'an hour has not passed',
        request: { write: { update: 'a/future', fields: {} } },
        decision: 'deny',
      },
    ],
  },
];
