/** Lists without comparisons: types and sizes, limits, paths, ids, other documents. */
import { alice, bob } from '../callers.ts';
import type { Scenario } from '../scenario.ts';
import { reference } from '../values.ts';
import { list, where } from './list-cases.ts';

export const listRequests: readonly Scenario[] = [
  list("'n' in resource.data", [
    { title: 'n == 1', request: where(['n', 'EQUAL', 1]), decision: 'allow' },
    { title: 'n > 1', request: where(['n', 'GREATER_THAN', 1]), decision: 'allow' },
    {
      title: 'ordered by n',
      request: { list: { from: 'a', orderBy: [['n', 'ASCENDING']] } },
      decision: 'deny',
    },
    { title: 'all', request: { list: { from: 'a' } }, decision: 'deny' },
  ]),
  list("resource.data.keys().hasAll(['n'])", [
    { title: 'n == 1', request: where(['n', 'EQUAL', 1]), decision: 'allow' },
    { title: 'all', request: { list: { from: 'a' } }, decision: 'deny' },
  ]),
  list('resource.data.n is int', [
    { title: 'n == 1', request: where(['n', 'EQUAL', 1]), decision: 'allow' },
    { title: 'n > 1', request: where(['n', 'GREATER_THAN', 1]), decision: 'deny' },
  ]),
  list('resource.data.n + 1 == 2', [
    { title: 'n == 1', request: where(['n', 'EQUAL', 1]), decision: 'allow' },
    { title: 'n == 2', request: where(['n', 'EQUAL', 2]), decision: 'deny' },
  ]),
  list("resource.data.owner.size() == 5 && resource.data.owner.matches('al.*')", [
    { title: 'owner == alice', request: where(['owner', 'EQUAL', 'alice']), decision: 'allow' },
    { title: 'owner == carol', request: where(['owner', 'EQUAL', 'carol']), decision: 'deny' },
  ]),
  list('request.query.limit <= 10', [
    { title: 'limit 10', request: { list: { from: 'a', limit: 10 } }, decision: 'allow' },
    { title: 'limit 11', request: { list: { from: 'a', limit: 11 } }, decision: 'deny' },
    { title: 'no limit', request: { list: { from: 'a' } }, decision: 'deny' },
  ]),
  list('request.query.limit == null', [
    { title: 'no limit', request: { list: { from: 'a' } }, decision: 'allow' },
    { title: 'limit 1', request: { list: { from: 'a', limit: 1 } }, decision: 'deny' },
  ]),
  list('request.query.offset == 2', [
    { title: 'offset 2', request: { list: { from: 'a', offset: 2 } }, decision: 'allow' },
    { title: 'offset 3', request: { list: { from: 'a', offset: 3 } }, decision: 'deny' },
    { title: 'no offset', request: { list: { from: 'a' } }, decision: 'deny' },
  ]),
  list('request.query.offset == null || request.query.offset == 0', [
    { title: 'no offset', request: { list: { from: 'a' } }, decision: 'allow' },
    { title: 'offset 0', request: { list: { from: 'a', offset: 0 } }, decision: 'allow' },
  ]),
  list("request.query.orderBy == 'n ASC'", [
    {
      title: 'ordered by n',
      request: { list: { from: 'a', orderBy: [['n', 'ASCENDING']] } },
      decision: 'deny',
    },
    { title: 'no order', request: { list: { from: 'a' } }, decision: 'deny' },
  ]),
  list("'limit' in request.query", [
    { title: 'limit 10', request: { list: { from: 'a', limit: 10 } }, decision: 'allow' },
    { title: 'no limit', request: { list: { from: 'a' } }, decision: 'allow' },
  ]),
  list('request.query is map', [{ title: 'all', request: { list: { from: 'a' } }, decision: 'allow' }]),
  list("request.method == 'list'", [{ title: 'all', request: { list: { from: 'a' } }, decision: 'allow' }]),
  list('request.path is path', [{ title: 'all', request: { list: { from: 'a' } }, decision: 'allow' }]),
  list('resource != null', [{ title: 'all', request: { list: { from: 'a' } }, decision: 'allow' }]),
  list('resource == null', [{ title: 'all', request: { list: { from: 'a' } }, decision: 'deny' }]),
  list("id == 'x'", [
    { title: 'all', request: { list: { from: 'a' } }, decision: 'deny' },
    { title: 'the name', request: where(['__name__', 'EQUAL', reference('a/x')]), decision: 'allow' },
  ]),
  list("id != 'x'", [{ title: 'all', request: { list: { from: 'a' } }, decision: 'deny' }]),
  list('id is string', [{ title: 'all', request: { list: { from: 'a' } }, decision: 'deny' }]),
  list("resource.id == 'x'", [
    { title: 'all', request: { list: { from: 'a' } }, decision: 'deny' },
    { title: 'the name', request: where(['__name__', 'EQUAL', reference('a/x')]), decision: 'allow' },
  ]),
  list('resource.__name__ == /databases/$(database)/documents/a/x', [
    { title: 'all', request: { list: { from: 'a' } }, decision: 'deny' },
    { title: 'the name', request: where(['__name__', 'EQUAL', reference('a/x')]), decision: 'allow' },
  ]),
  list("database == '(default)'", [{ title: 'all', request: { list: { from: 'a' } }, decision: 'allow' }]),
  list('exists(/databases/$(database)/documents/a/x)', [
    { title: 'all', request: { list: { from: 'a' } }, decision: 'allow' },
  ]),
  list('exists(/databases/$(database)/documents/a/$(id))', [
    { title: 'all', request: { list: { from: 'a' } }, decision: 'deny' },
  ]),
  list('get(/databases/$(database)/documents/a/$(resource.data.owner)).data.n == 1', [
    { title: 'owner == x', request: where(['owner', 'EQUAL', 'x']), decision: 'allow' },
    { title: 'owner == y', request: where(['owner', 'EQUAL', 'y']), decision: 'deny' },
    { title: 'all', request: { list: { from: 'a' } }, decision: 'deny' },
  ]),
  {
    title: 'subcollections and groups',
    rules: `match /rooms/{room}/messages/{message} { allow list: if room == 'open'; }
      match /{path=**}/notes/{note} { allow list: if resource.data.owner == request.auth.uid; }
      match /parts/{part} { allow list; }`,
    documents: {
      'rooms/open/messages/m': {},
      'rooms/open/notes/n': { owner: 'alice' },
      'parts/p': {},
      'rooms/open/parts/q': {},
    },
    requests: [
      {
        title: 'messages of the open room',
        request: { list: { from: 'rooms/open/messages' } },
        decision: 'allow',
      },
      {
        title: 'messages of another room',
        request: { list: { from: 'rooms/other/messages' } },
        decision: 'deny',
      },
      {
        title: 'messages of all rooms',
        request: { list: { from: 'messages', group: true } },
        decision: 'deny',
      },
      {
        title: 'messages in the open room',
        request: { list: { from: 'rooms/open/messages', group: true } },
        decision: 'deny',
      },
      {
        title: 'her notes in all places',
        as: alice,
        request: { list: { from: 'notes', group: true, where: ['owner', 'EQUAL', 'alice'] } },
        decision: 'allow',
      },
      {
        title: "another's notes in all places",
        as: bob,
        request: { list: { from: 'notes', group: true, where: ['owner', 'EQUAL', 'alice'] } },
        decision: 'deny',
      },
      {
        title: 'all notes in all places',
        as: alice,
        request: { list: { from: 'notes', group: true } },
        decision: 'deny',
      },
      {
        title: 'her notes in one room',
        as: alice,
        request: { list: { from: 'rooms/open/notes', where: ['owner', 'EQUAL', 'alice'] } },
        decision: 'allow',
      },
      {
        title: 'her notes below one room',
        as: alice,
        request: { list: { from: 'rooms/open/notes', group: true, where: ['owner', 'EQUAL', 'alice'] } },
        decision: 'fails 400',
      },
      { title: 'parts at the top', request: { list: { from: 'parts' } }, decision: 'allow' },
      { title: 'parts in all places', request: { list: { from: 'parts', group: true } }, decision: 'deny' },
    ],
  },
];
