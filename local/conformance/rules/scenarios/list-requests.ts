/** What rules can know of a query besides its constraints: its limits, its path, ids, other documents. */
import { alice, bob } from '../callers.ts';
import type { Query } from '../requests.ts';
import type { Scenario } from '../scenario.ts';
import { double, reference } from '../values.ts';

type Where = NonNullable<Query['where']>;

const where = (filter: Where, rest: Omit<Query, 'from' | 'where'> = {}) => ({
  list: { from: 'a', where: filter, ...rest },
});

const documents = {
  'a/x': { n: 1, owner: 'alice', tags: ['t', 'u'], map: { k: 1 }, open: true },
  'a/y': { n: 5, owner: 'bob', tags: [], map: { k: 2 }, open: false },
  'a/z': { n: 9, owner: 'alice' },
};

/** Lists of a under one condition. */
function list(condition: string, requests: Scenario['requests'], title = condition): Scenario {
  return { title, rules: `match /a/{id} { allow list: if ${condition}; }`, documents, requests };
}

export const listRequests: readonly Scenario[] = [
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
        title: 'messages below the open room',
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
