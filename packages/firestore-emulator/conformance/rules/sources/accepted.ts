/** Unusual sources, some of them with warnings, that every server accepts. */
import { chainFunctions, inCondition, inDocuments } from '../source.ts';
import type { Source } from '../source.ts';

export const acceptedSources: readonly Source[] = [
  {
    title: 'no version',
    source: `service cloud.firestore {
  match /databases/{database}/documents {
    match /a/{id} { allow read; }
  }
}
`,
  },
  {
    title: 'version 1',
    source: `rules_version = '1';
service cloud.firestore {
  match /databases/{database}/documents {
    match /a/{id} { allow read; }
  }
}
`,
  },
  { title: 'ninety-nine terms', source: inCondition(Array(99).fill('true').join(' && ')) },
  { title: 'ninety-eight parentheses', source: inCondition(`${'('.repeat(98)}true${')'.repeat(98)}`) },
  { title: 'a chain of twenty-one functions', source: inDocuments(chainFunctions(21)) },
  {
    title: 'version no semicolon',
    source: `rules_version = '2'
service cloud.firestore { match /databases/{d}/documents { match /a/{x} { allow read; } } }
`,
  },
  {
    title: 'double quotes version',
    source: `rules_version = "2";
service cloud.firestore { match /databases/{d}/documents { match /a/{x} { allow read; } } }
`,
  },
  {
    title: 'unknown service',
    source: `rules_version = '2';
service cloud.nothing {
  match /a/{x} { allow read; }
}
`,
  },
  {
    title: 'storage service',
    source: `rules_version = '2';
service firebase.storage {
  match /b/{bucket}/o { match /{x} { allow read; } }
}
`,
  },
  {
    title: 'missing semicolon',
    source: inDocuments(`    match /a/{id} {
      allow read
      allow write;
    }`),
  },
  {
    title: 'missing semicolon if',
    source: inDocuments(`    match /a/{id} {
      allow read: if true
    }`),
  },
  {
    title: 'unknown method',
    source: inDocuments(`    match /a/{id} {
      allow peek: if true;
    }`),
  },
  {
    title: 'twice same',
    source: inDocuments(`    match /a/{id} {
      allow read, read: if true;
    }`),
  },
  {
    title: 'wildcard star',
    source: inDocuments(`    match /a/{id=*} {
      allow read;
    }`),
  },
  {
    title: 'wildcard bound twice nested',
    source: inDocuments(`    match /a/{id} {
      match /b/{id} { allow read: if id != null; }
    }`),
  },
  {
    title: 'wildcard named request',
    source: inDocuments(`    match /a/{request} {
      allow read: if request != null;
    }`),
  },
  {
    title: 'odd document path',
    source: inDocuments(`    match /a {
      allow read;
    }`),
  },
  { title: 'range empty', source: inCondition(`[1][:]`) },
  { title: 'call trailing comma', source: inCondition(`'a'.replace('a', 'b',) == 'b'`) },
  { title: 'regex replace', source: inCondition(`'a'.replace('(', '') == 'a'`) },
  { title: 'regex dynamic bad', source: inCondition(`'a'.matches('(' + '')`) },
  { title: 'division right space', source: inCondition(`4/ 2 == 2`) },
  { title: 'path number', source: inCondition(`/1/2 is path`) },
  { title: 'path dollar no paren', source: inCondition(`exists(/a/$id)`) },
  {
    title: 'return without semicolon',
    source: inDocuments(`    function f() { return true }
    match /a/{id} { allow read: if f(); }`),
  },
  {
    title: 'seven parameters',
    source: inDocuments(`    function f(a,b,c,d,e,f1,g) { return [a,b,c,d,e,f1,g].size() == 7; }
    match /a/{id} { allow read: if f(1,2,3,4,5,6,7); }`),
  },
  {
    title: 'function named exists',
    source: inDocuments(`    function exists(x) { return true; }
    match /a/{id} { allow read: if exists(1); }`),
  },
  {
    title: 'function named get',
    source: inDocuments(`    function get(x) { return true; }
    match /a/{id} { allow read: if get(1); }`),
  },
  {
    title: 'function named math',
    source: inDocuments(`    function math() { return true; }
    match /a/{id} { allow read: if math(); }`),
  },
  {
    title: 'function named int',
    source: inDocuments(`    function int(x) { return true; }
    match /a/{id} { allow read: if int(1); }`),
  },
  {
    title: 'function top level',
    source: `rules_version = '2';
function f() { return true; }
service cloud.firestore { match /databases/{d}/documents { match /a/{x} { allow read: if f(); } } }
`,
  },
  {
    title: 'let named request',
    source: inDocuments(`    function f() { let request = 1; return request == 1; }
    match /a/{id} { allow read: if f(); }`),
  },
  {
    title: 'comments',
    source: inDocuments(`    // one
    /* two
 */
    match /a/{id} { /* x */ allow read: if /* y */ true; // z
 }`),
  },
  { title: 'unknown function', source: inCondition(`nothing()`) },
  { title: 'unknown variable', source: inCondition(`nothing == 1`) },
  { title: 'wrong arity', source: inCondition(`exists()`) },
  {
    title: 'unused function',
    source: inDocuments(`    function f() { return true; }
    match /a/{id} { allow read; }`),
  },
  { title: 'allow at top of documents', source: inDocuments(`    allow read: if true;`) },
  {
    title: 'match not databases',
    source: `rules_version = '2';
service cloud.firestore {
  match /a/{id} {
    allow read;
  }
}
`,
  },
  { title: 'comparison chain', source: inCondition(`1 < 2 < 3`) },
  { title: 'eq chain', source: inCondition(`1 == 1 == true`) },
  { title: 'nested ternary no parens', source: inCondition(`true ? true : false ? true : false`) },
  { title: 'keyword as field', source: inCondition(`resource.data.match == 1`) },
  { title: 'keyword in as field', source: inCondition(`resource.data.in == 1`) },
  { title: 'keyword is as field', source: inCondition(`resource.data.is == 1`) },
  { title: 'keyword null field', source: inCondition(`resource.data.null == 1`) },
  { title: 'keyword true field', source: inCondition(`resource.data.true == 1`) },
  { title: 'keyword if field', source: inCondition(`resource.data.if == 1`) },
  { title: 'keyword function field', source: inCondition(`resource.data.function == 1`) },
  { title: 'keyword let field', source: inCondition(`resource.data.let == 1`) },
  { title: 'keyword return field', source: inCondition(`resource.data.return == 1`) },
  { title: 'keyword allow field', source: inCondition(`resource.data.allow == 1`) },
  { title: 'underscore', source: inCondition(`resource.data._a == 1`) },
  { title: 'dollar', source: inCondition(`resource.data.$a == 1`) },
  { title: 'tab in string', source: inCondition(`'	'.size() == 1`) },
];
