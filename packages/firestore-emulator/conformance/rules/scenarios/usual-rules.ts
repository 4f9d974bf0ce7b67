/** Rules that applications typically have. */
import { administrator, alice, bob } from '../callers.ts';
import type { Request } from '../requests.ts';
import type { Scenario } from '../scenario.ts';

const denied = [
  ['get', { get: 'users/alice' }],
  ['get a missing document', { get: 'users/missing' }],
  ['list', { list: { from: 'users' } }],
  ['query a collection group', { list: { from: 'items', group: true } }],
  ['overwrite', { write: { set: 'users/alice', fields: { role: 'admin' } } }],
  ['update', { write: { update: 'users/alice', fields: { role: 'admin' }, mask: ['role'] } }],
  ['delete', { write: { delete: 'users/alice' } }],
  ['create', { write: { create: 'anything/new', fields: {} } }],
] as const satisfies readonly (readonly [string, Request])[];

export const usualRules: readonly Scenario[] = [
  {
    title: 'everything denied',
    rules: 'match /{document=**} { allow read, write: if false; }',
    documents: { 'users/alice': { role: 'user' }, 'batches/one/items/first': { owner: 'alice' } },
    requests: Object.entries({
      'signed out': null,
      'signed in': alice,
      'as an admin': administrator,
    }).flatMap(([who, caller]) =>
      denied.map(([title, request]) => ({
        title: `${title}, ${who}`,
        ...(caller && { as: caller }),
        request,
        decision: 'deny' as const,
      })),
    ),
  },
  {
    title: 'common rules: an owner, a schema, immutable fields, counters',
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
        title: 'create, signed out',
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
        title: 'change the owner',
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
        title: 'like a post without likes',
        as: alice,
        request: { write: { update: 'posts/q', fields: { likes: 1 }, mask: ['likes'] } },
        decision: 'allow',
      },
      {
        title: 'like it, signed out',
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
];
