/** Which match blocks and allow statements apply to a request. */
import { alice } from '../callers.ts';
import type { Scenario } from '../scenario.ts';

export const matching: readonly Scenario[] = [
  {
    title: 'a document without a match block is denied',
    rules: 'match /open/{id} { allow read, write; }',
    requests: [
      { title: 'get inside', request: { get: 'open/a' }, decision: 'allow' },
      { title: 'get elsewhere', request: { get: 'closed/a' }, decision: 'deny' },
      { title: 'get below', request: { get: 'open/a/sub/b' }, decision: 'deny' },
      { title: 'list inside', request: { list: { from: 'open' } }, decision: 'allow' },
      { title: 'list below', request: { list: { from: 'open/a/sub' } }, decision: 'deny' },
      { title: 'write elsewhere', request: { write: { set: 'closed/a', fields: {} } }, decision: 'deny' },
      {
        title: 'get elsewhere as the administrator',
        as: 'owner',
        request: { get: 'closed/a' },
        decision: 'allow',
      },
    ],
  },
  {
    title:
      'an allow statement without a condition allows always, one with a condition under its own methods only',
    rules: `match /a/{id} { allow get; }
      match /b/{id} { allow list: if true; }
      match /c/{id} { allow create, delete; }
      match /d/{id} { allow update; }`,
    documents: { 'a/x': { n: 1 }, 'b/x': {}, 'c/x': {}, 'd/x': { n: 1 } },
    requests: [
      { title: 'get where get is allowed', request: { get: 'a/x' }, decision: 'allow' },
      {
        title: 'get of a missing document where get is allowed',
        request: { get: 'a/missing' },
        decision: 'allow',
      },
      { title: 'list where get is allowed', request: { list: { from: 'a' } }, decision: 'deny' },
      { title: 'list where list is allowed', request: { list: { from: 'b' } }, decision: 'allow' },
      { title: 'count where list is allowed', request: { count: { from: 'b' } }, decision: 'allow' },
      { title: 'count where get is allowed', request: { count: { from: 'a' } }, decision: 'deny' },
      { title: 'get where list is allowed', request: { get: 'b/x' }, decision: 'deny' },
      {
        title: 'create where create is allowed',
        request: { write: { create: 'c/y', fields: {} } },
        decision: 'allow',
      },
      { title: 'delete where delete is allowed', request: { write: { delete: 'c/x' } }, decision: 'allow' },
      {
        title: 'update where it is not allowed',
        request: { write: { update: 'c/x', fields: {} } },
        decision: 'deny',
      },
      {
        title: 'update where update is allowed',
        request: { write: { update: 'd/x', fields: {} } },
        decision: 'allow',
      },
      {
        title: 'create where update is allowed',
        request: { write: { create: 'd/y', fields: {} } },
        decision: 'deny',
      },
      { title: 'delete where update is allowed', request: { write: { delete: 'd/x' } }, decision: 'deny' },
    ],
  },
  {
    title: 'one allow statement in any block is enough',
    rules: `match /a/{id} { allow get: if false; allow get: if 1 / 0 == 1; allow read: if id == 'x'; }
      match /{collection}/{id} { allow get: if collection == 'a' && id == 'y'; }
      match /{path=**} { allow get: if string(path) == '/a/z'; }`,
    requests: [
      { title: 'by the third statement', request: { get: 'a/x' }, decision: 'allow' },
      { title: 'by a block with two wildcards', request: { get: 'a/y' }, decision: 'allow' },
      { title: 'by a recursive wildcard', request: { get: 'a/z' }, decision: 'allow' },
      { title: 'by none', request: { get: 'a/w' }, decision: 'deny' },
    ],
  },
  {
    title: 'nested matches append their paths and see outer wildcards',
    rules: `match /users/{user} {
        allow get: if user == 'alice';
        match /notes/{note} {
          allow get: if user == 'alice' && note == 'n';
          match /parts/{part} { allow get: if user + note + part == 'alicenp'; }
        }
      }`,
    requests: [
      { title: 'the outer one', request: { get: 'users/alice' }, decision: 'allow' },
      { title: 'the middle one', request: { get: 'users/alice/notes/n' }, decision: 'allow' },
      { title: 'the inner one', request: { get: 'users/alice/notes/n/parts/p' }, decision: 'allow' },
      {
        title: 'the inner one of another user',
        request: { get: 'users/bob/notes/n/parts/p' },
        decision: 'deny',
      },
      { title: 'next to the inner one', request: { get: 'users/alice/other/n' }, decision: 'deny' },
    ],
  },
  {
    title: 'a match block may name several segments and a document',
    rules: `match /a/b/c/{id} { allow get; }
      match /settings/public { allow read; }
      match /x/{y}/z/fixed { allow get: if y == 'one'; }`,
    documents: { 'settings/public': {} },
    requests: [
      { title: 'three fixed segments', request: { get: 'a/b/c/d' }, decision: 'allow' },
      { title: 'other fixed segments', request: { get: 'a/q/c/d' }, decision: 'deny' },
      { title: 'the named document', request: { get: 'settings/public' }, decision: 'allow' },
      { title: 'another document of the collection', request: { get: 'settings/private' }, decision: 'deny' },
      {
        title: 'list of a collection of which one document is open',
        request: { list: { from: 'settings' } },
        decision: 'deny',
      },
      { title: 'a wildcard between fixed segments', request: { get: 'x/one/z/fixed' }, decision: 'allow' },
      { title: 'another existing value', request: { get: 'x/two/z/fixed' }, decision: 'deny' },
    ],
  },
  {
    title: 'a recursive wildcard takes any number of segments',
    rules: `match /top/{rest=**} { allow get: if rest is path; }
      match /{before=**}/tagged/{id} { allow get, list; }
      match /deep/{id}/{rest=**} { allow get: if rest[0] == 'sub' && rest[1] == 'x'; }`,
    documents: { 'tagged/a': {}, 'deep/q/tagged/b': {} },
    requests: [
      { title: 'one segment', request: { get: 'top/a' }, decision: 'allow' },
      { title: 'three segments', request: { get: 'top/a/b/c' }, decision: 'allow' },
      { title: 'no segment before a fixed one', request: { get: 'tagged/a' }, decision: 'allow' },
      { title: 'two segments before a fixed one', request: { get: 'x/y/tagged/a' }, decision: 'allow' },
      { title: 'four segments before a fixed one', request: { get: 'x/y/z/w/tagged/a' }, decision: 'allow' },
      { title: 'one collection too deep', request: { get: 'tagged/a/other/b' }, decision: 'deny' },
      { title: 'a group query', request: { list: { from: 'tagged', group: true } }, decision: 'allow' },
      { title: 'a list of one of them', request: { list: { from: 'x/y/tagged' } }, decision: 'allow' },
      { title: 'segments by number', request: { get: 'deep/q/sub/x' }, decision: 'allow' },
      { title: 'no segments for a single wildcard', request: { get: 'deep/q' }, decision: 'deny' },
    ],
  },
  {
    title: 'a recursive wildcard is a path, a plain one a string',
    rules: `match /a/{rest=**} {
        allow get: if rest == /one;
        allow create: if rest == 'two';
        allow update: if string(rest) == '/one';
        allow delete: if string(rest) == 'one';
      }
      match /b/{id} { allow get: if id is string && id.size() == 3; }`,
    documents: { 'a/one': {} },
    requests: [
      { title: 'compared with a path', request: { get: 'a/one' }, decision: 'allow' },
      {
        title: 'compared with a string',
        request: { write: { create: 'a/two', fields: {} } },
        decision: 'deny',
      },
      {
        title: 'as a string with a slash',
        request: { write: { update: 'a/one', fields: {} } },
        decision: 'allow',
      },
      { title: 'as a string without a slash', request: { write: { delete: 'a/one' } }, decision: 'deny' },
      { title: 'a plain one', request: { get: 'b/abc' }, decision: 'allow' },
    ],
  },
  {
    title: 'wildcards capture unusual document ids unchanged',
    rules: `match /odd/{id} { allow get: if id in ['a b', 'ä', 'a%2Fb', 'a.b', '$x', '{y}', '(z)', "it's", '😀']; }
      match /hy-phen/{id} { allow get; }
      match /under_score/{id} { allow get; }
      match /dot.ted/{id} { allow get; }`,
    requests: [
      ...['a b', 'ä', 'a%2Fb', 'a.b', '$x', '{y}', '(z)', "it's", '😀'].map((id) => ({
        title: `the id ${id}`,
        request: { get: `odd/${id}` },
        decision: 'allow' as const,
      })),
      { title: 'another id', request: { get: 'odd/a+b' }, decision: 'deny' },
      { title: 'a hyphen in a fixed segment', request: { get: 'hy-phen/a' }, decision: 'allow' },
      { title: 'an underscore in a fixed segment', request: { get: 'under_score/a' }, decision: 'allow' },
      { title: 'a dot in a fixed segment', request: { get: 'dot.ted/a' }, decision: 'allow' },
    ],
  },
  {
    title: 'functions at every level see the names around them',
    rules: `function isAlice() { return request.auth.uid == 'alice'; }
      function isOwner() { return isAlice() && resource.data.owner == request.auth.uid; }
      match /a/{id} {
        function idIs(text) { return id == text; }
        allow get: if isOwner() && idIs('x');
        match /b/{other} { allow get: if isAlice() && idIs('x') && other == 'y'; }
      }`,
    documents: { 'a/x': { owner: 'alice' }, 'a/z': { owner: 'bob' } },
    requests: [
      { title: 'all hold', as: alice, request: { get: 'a/x' }, decision: 'allow' },
      { title: 'signed out', request: { get: 'a/x' }, decision: 'deny' },
      { title: 'another owner', as: alice, request: { get: 'a/z' }, decision: 'deny' },
      { title: 'in a nested match', as: alice, request: { get: 'a/x/b/y' }, decision: 'allow' },
      {
        title: 'in a nested match of another outer one',
        as: alice,
        request: { get: 'a/q/b/y' },
        decision: 'deny',
      },
    ],
  },
];
