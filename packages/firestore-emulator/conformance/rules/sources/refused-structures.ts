/** Rules files, match blocks and allow statements that every server refuses. */
import { inDocuments } from '../source.ts';
import type { Source } from '../source.ts';

export const refusedStructures: readonly Source[] = [
  { title: 'empty', source: ``, lines: [0] },
  {
    title: 'only version',
    source: `rules_version = '2';
`,
    lines: [2],
  },
  {
    title: 'version 3',
    source: `rules_version = '3';
service cloud.firestore { match /databases/{d}/documents { match /a/{x} { allow read; } } }
`,
    lines: [1],
  },
  {
    title: 'version unquoted',
    source: `rules_version = 2;
service cloud.firestore { match /databases/{d}/documents { match /a/{x} { allow read; } } }
`,
    lines: [1],
  },
  {
    title: 'two services',
    source: `rules_version = '2';
service cloud.firestore { match /databases/{d}/documents { match /a/{x} { allow read; } } }
service cloud.firestore { match /databases/{d}/documents { match /b/{x} { allow read; } } }
`,
    lines: [3],
  },
  {
    title: 'missing brace',
    source: `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /a/{id} {
      allow read;
`,
    lines: [6],
  },
  {
    title: 'extra brace',
    source: inDocuments(`    match /a/{id} { allow read; }
    }`),
    lines: [7],
  },
  {
    title: 'no service',
    source: `rules_version = '2';
match /a/{id} { allow read; }
`,
    lines: [2],
  },
  {
    title: 'missing colon',
    source: inDocuments(`    match /a/{id} {
      allow read if true;
    }`),
    lines: [5],
  },
  {
    title: 'missing if',
    source: inDocuments(`    match /a/{id} {
      allow read: true;
    }`),
    lines: [5],
  },
  {
    title: 'no condition',
    source: inDocuments(`    match /a/{id} {
      allow read: if;
    }`),
    lines: [5],
  },
  {
    title: 'no methods',
    source: inDocuments(`    match /a/{id} {
      allow : if true;
    }`),
    lines: [5],
  },
  {
    title: 'methods without comma',
    source: inDocuments(`    match /a/{id} {
      allow read write: if true;
    }`),
    lines: [5],
  },
  {
    title: 'capital',
    source: inDocuments(`    match /a/{id} {
      Allow read: if true;
    }`),
    lines: [4, 5, 8],
  },
  {
    title: 'empty match',
    source: inDocuments(`    match /a/{id} {
    }`),
    lines: [5],
  },
  {
    title: 'match no path',
    source: inDocuments(`    match {
      allow read;
    }`),
    lines: [4, 8],
  },
  {
    title: 'match no slash',
    source: inDocuments(`    match a/{id} {
      allow read;
    }`),
    lines: [4, 5, 8],
  },
  {
    title: 'match unclosed wildcard',
    source: inDocuments(`    match /a/{id {
      allow read;
    }`),
    lines: [4, 8],
  },
  {
    title: 'wildcard empty',
    source: inDocuments(`    match /a/{} {
      allow read;
    }`),
    lines: [4, 8],
  },
  {
    title: 'recursive twice',
    source: inDocuments(`    match /{a=**}/b/{c=**} {
      allow read;
    }`),
    lines: [4],
  },
  {
    title: 'recursive nested twice',
    source: inDocuments(`    match /{a=**} {
      match /b/{c=**} { allow read; }
    }`),
    lines: [5],
  },
  {
    title: 'wildcard bound twice',
    source: inDocuments(`    match /a/{id}/b/{id} {
      allow read;
    }`),
    lines: [4],
  },
  {
    title: 'wildcard reserved',
    source: inDocuments(`    match /a/{if} {
      allow read;
    }`),
    lines: [4, 8],
  },
  {
    title: 'trailing slash',
    source: inDocuments(`    match /a/{id}/ {
      allow read;
    }`),
    lines: [4],
  },
  {
    title: 'double slash',
    source: inDocuments(`    match /a//{id} {
      allow read;
    }`),
    lines: [4, 5, 8],
  },
  {
    title: 'partial wildcard',
    source: inDocuments(`    match /a/x{id} {
      allow read;
    }`),
    lines: [4, 8],
  },
  {
    title: 'comment unclosed',
    source: inDocuments(`    /* never closed
    match /a/{id} { allow read; }`),
    lines: [4],
  },
  {
    title: 'allow at service',
    source: `rules_version = '2';
service cloud.firestore {
  allow read;
}
`,
    lines: [3],
  },
  {
    title: 'include',
    source: `rules_version = '2';
import './x';
`,
    lines: [3],
  },
  {
    title: 'text',
    source: `hello
`,
    lines: [1],
  },
  { title: 'json', source: `{"rules": {}}`, lines: [1] },
];
