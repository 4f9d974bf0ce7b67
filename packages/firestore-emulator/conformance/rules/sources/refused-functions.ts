/** Functions that every server refuses. */
import { chainFunctions, inDocuments } from '../source.ts';
import type { Source } from '../source.ts';

export const refusedFunctions: readonly Source[] = [
  { title: 'a chain of twenty-two functions', source: inDocuments(chainFunctions(22)), lines: [4] },
  {
    title: 'function no return',
    source: inDocuments(`    function f() { true; }
    match /a/{id} { allow read: if f(); }`),
    lines: [4, 7],
  },
  {
    title: 'function empty',
    source: inDocuments(`    function f() { }
    match /a/{id} { allow read: if f(); }`),
    lines: [4],
  },
  {
    title: 'function two returns',
    source: inDocuments(`    function f() { return true; return false; }
    match /a/{id} { allow read: if f(); }`),
    lines: [4, 7],
  },
  {
    title: 'let after return',
    source: inDocuments(`    function f() { return true;
      let a = 1; }
    match /a/{id} { allow read: if f(); }`),
    lines: [5, 8],
  },
  {
    title: 'let without semicolon',
    source: inDocuments(`    function f() { let a = 1
      return a == 1; }
    match /a/{id} { allow read: if f(); }`),
    lines: [5],
  },
  {
    title: 'let no value',
    source: inDocuments(`    function f() {
      let a;
      return true; }
    match /a/{id} { allow read: if f(); }`),
    lines: [5],
  },
  {
    title: 'let twice',
    source: inDocuments(`    function f() {
      let a = 1;
      let a = 2;
      return a == 2; }
    match /a/{id} { allow read: if f(); }`),
    lines: [5, 6],
  },
  {
    title: 'let parameter',
    source: inDocuments(`    function f(x) {
      let x = 1;
      return x == 1; }
    match /a/{id} { allow read: if f(2); }`),
    lines: [4, 5],
  },
  {
    title: 'parameter twice',
    source: inDocuments(`    function f(x, x) { return x == 1; }
    match /a/{id} { allow read: if f(1, 2); }`),
    lines: [4],
  },
  {
    title: 'eight parameters',
    source: inDocuments(`    function f(a,b,c,d,e,f1,g,h) { return [a,b,c,d,e,f1,g,h].size() == 8; }
    match /a/{id} { allow read: if f(1,2,3,4,5,6,7,8); }`),
    lines: [4],
  },
  {
    title: 'function twice',
    source: inDocuments(`    function f() { return true; }
    function f() { return false; }
    match /a/{id} { allow read: if f(); }`),
    lines: [5],
  },
  {
    title: 'function twice params',
    source: inDocuments(`    function f() { return true; }
    function f(x) { return x; }
    match /a/{id} { allow read: if f(); }`),
    lines: [5],
  },
  {
    title: 'recursion',
    source: inDocuments(`    function f(x) { return x == 0 || f(x - 1); }
    match /a/{id} { allow read: if f(1); }`),
    lines: [4],
  },
  {
    title: 'mutual recursion',
    source: inDocuments(`    function f(x) { return g(x); }
    function g(x) { return f(x); }
    match /a/{id} { allow read: if f(1); }`),
    lines: [4],
  },
  {
    title: 'unused recursion',
    source: inDocuments(`    function f(x) { return f(x); }
    match /a/{id} { allow read; }`),
    lines: [4],
  },
  {
    title: 'function named let',
    source: inDocuments(`    function let() { return true; }
    match /a/{id} { allow read: if let(); }`),
    lines: [4, 5, 7],
  },
  {
    title: 'function named true',
    source: inDocuments(`    function true() { return true; }
    match /a/{id} { allow read: if true(); }`),
    lines: [4, 5, 7],
  },
  {
    title: 'function with allow',
    source: inDocuments(`    function f() { allow read; }
    match /a/{id} { allow read: if f(); }`),
    lines: [4, 7],
  },
  {
    title: 'function without parens',
    source: inDocuments(`    function f { return true; }
    match /a/{id} { allow read: if f(); }`),
    lines: [4],
  },
  {
    title: 'function if',
    source: inDocuments(`    function f() { if (true) { return true; } return false; }
    match /a/{id} { allow read: if f(); }`),
    lines: [4, 5],
  },
  {
    title: 'var',
    source: inDocuments(`    function f() { var a = 1; return a == 1; }
    match /a/{id} { allow read: if f(); }`),
    lines: [4, 7],
  },
  {
    title: 'let outside',
    source: inDocuments(`    let a = 1;
    match /a/{id} { allow read: if a == 1; }`),
    lines: [3, 4, 7],
  },
];
