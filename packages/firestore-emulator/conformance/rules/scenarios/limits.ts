/** The limits on document reads, calls and expressions. */
import type { Scenario } from '../scenario.ts';

const at = '/databases/$(database)/documents';
const look = (count: number, call = (n: number) => `exists(${at}/many/m${n})`) =>
  Array.from({ length: count }, (_, n) => call(n)).join(' && ');
const many = Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`many/m${n}`, { n }]));

export const limits: readonly Scenario[] = [
  {
    title: 'a request may look up ten documents',
    rules: `match /ten/{id} { allow read: if ${look(10)}; }
      match /eleven/{id} { allow read: if ${look(11)}; }
      match /twenty/{id} { allow read: if ${look(20)}; }
      match /twentyOne/{id} { allow read: if ${look(21)}; }
      match /early/{id} { allow read: if true || ${look(11)}; }
      match /same/{id} { allow read: if ${look(15, () => `exists(${at}/many/m1)`)}; }
      match /five/{id} { allow read: if ${look(5)} && ${look(5, (n) => `get(${at}/many/m${n}).data.n == ${n}`)}; }
      match /both/{id} { allow read: if ${look(10)} && ${look(10, (n) => `get(${at}/many/m${n}).data.n == ${n}`)}; }
      match /self/{id} { allow read: if ${look(10)} && exists(${at}/self/$(id)); }`,
    documents: { ...many, 'ten/x': {}, 'eleven/x': {}, 'self/x': {} },
    requests: [
      { title: 'ten', request: { get: 'ten/x' }, decision: 'allow' },
      { title: 'eleven', request: { get: 'eleven/x' }, decision: 'deny' },
      { title: 'eleven that are not evaluated', request: { get: 'early/x' }, decision: 'allow' },
      { title: 'one of them fifteen times', request: { get: 'same/x' }, decision: 'allow' },
      { title: 'five by exists and the same five by get', request: { get: 'five/x' }, decision: 'allow' },
      { title: 'ten by exists and the same ten by get', request: { get: 'both/x' }, decision: 'deny' },
      { title: 'ten and the document itself', request: { get: 'self/x' }, decision: 'allow' },
      { title: 'ten for a list', request: { list: { from: 'ten' } }, decision: 'allow' },
      { title: 'twenty for a list', request: { list: { from: 'twenty' } }, decision: 'allow' },
      { title: 'twenty-one for a list', request: { list: { from: 'twentyOne' } }, decision: 'deny' },
    ],
  },
  {
    title: 'a batch may look up ten documents per write and twenty in total',
    rules: `match /ten/{id} { allow write: if ${look(10)}; }
      match /other/{id} { allow write: if ${look(10, (n) => `exists(${at}/many/m${n + 10})`)}; }
      match /third/{id} { allow write: if exists(${at}/many/m20); }
      match /eleven/{id} { allow write: if ${look(11)}; }`,
    documents: many,
    requests: [
      { title: 'ten', request: { write: { create: 'ten/x', fields: {} } }, decision: 'allow' },
      { title: 'eleven', request: { write: { create: 'eleven/x', fields: {} } }, decision: 'deny' },
      {
        title: 'ten and the same ten',
        request: {
          write: [
            { create: 'ten/x', fields: {} },
            { create: 'ten/y', fields: {} },
            { create: 'ten/z', fields: {} },
          ],
        },
        decision: 'allow',
      },
      {
        title: 'ten and ten others',
        request: {
          write: [
            { create: 'ten/x', fields: {} },
            { create: 'other/x', fields: {} },
          ],
        },
        decision: 'allow',
      },
      {
        title: 'twenty-one',
        request: {
          write: [
            { create: 'ten/x', fields: {} },
            { create: 'other/x', fields: {} },
            { create: 'third/x', fields: {} },
          ],
        },
        decision: 'deny',
      },
    ],
  },
  {
    title: 'functions may call each other twenty levels deep',
    rules: `${Array.from({ length: 20 }, (_, n) => `function f${n}() { return ${n === 0 ? 'true' : `f${n - 1}()`}; }`).join('\n')}
      match /twenty/{id} { allow get: if f19(); }`,
    requests: [{ title: 'twenty calls', request: { get: 'twenty/x' }, decision: 'allow' }],
  },
  {
    title: 'how many expressions a request may evaluate',
    rules: `function ten(x) { return x && x && x && x && x && x && x && x && x && x; }
      function hundred(x) { return ten(x) && ten(x) && ten(x) && ten(x) && ten(x) && ten(x) && ten(x) && ten(x) && ten(x) && ten(x); }
      match /few/{id} { allow get: if hundred(id == 'x'); }
      match /many/{id} { allow get: if ${Array.from({ length: 12 }, () => "hundred(id == 'x')").join(' && ')}; }`,
    requests: [
      { title: 'a few hundred', request: { get: 'few/x' }, decision: 'allow' },
      { title: 'more than 1,000', request: { get: 'many/x' }, decision: 'deny' },
    ],
  },
];
