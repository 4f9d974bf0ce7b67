/** Functions, their arguments and let. */
import type { ExpressionTable } from '../expression-rules.ts';

export const functions: ExpressionTable = {
  true: [
    { expression: 'isAlice()', functions: "function isAlice() { return request.auth.uid == 'alice'; }" },
    { expression: 'same(1, 1)', functions: 'function same(a, b) { return a == b; }' },
    { expression: 'double(4) == 8', functions: 'function double(x) { let y = x * 2; return y; }' },
    { expression: 'two() == 2', functions: 'function two() { let a = 1; let b = a + 1; return b; }' },
    { expression: "shadow('given')", functions: "function shadow(id) { return id == 'given'; }" },
    { expression: 'useDatabase()', functions: "function useDatabase() { return database == '(default)'; }" },
    { expression: 'lazyLet()', functions: 'function lazyLet() { let broken = 1 / 0; return true; }' },
    { expression: 'lazyArgument(1 / 0)', functions: 'function lazyArgument(x) { return true; }' },
    {
      expression: 'lazyArgument(resource.data.missing)',
      functions: 'function lazyArgument(x) { return true; }',
    },
    { expression: 'either(1 / 0 == 1, true)', functions: 'function either(a, b) { return a || b; }' },
    { expression: 'either(true, 1 / 0 == 1)', functions: 'function either(a, b) { return a || b; }' },
    {
      expression: 'chain1(1)',
      functions:
        'function chain1(n) { return chain2(n); }\nfunction chain2(n) { return chain3(n); }\nfunction chain3(n) { return n == 1; }',
    },
    { expression: 'letSelf()', functions: "function letSelf() { let id = 'other'; return id == 'other'; }" },
    { expression: 'noArguments().a[1] == 2', functions: "function noArguments() { return {'a': [1, 2]}; }" },
    { expression: 'size(1)', functions: 'function size(x) { return x == 1; }' },
    { expression: "'a'.size() == 1", functions: 'function size(x) { return x == 1; }' },
    {
      expression: "otherDocument().data.owner == 'alice'",
      functions: 'function otherDocument() { return get(/databases/$(database)/documents/things/other); }',
    },
    {
      expression: 'argumentsNamed(1)',
      functions: 'function argumentsNamed(request) { return request == 1; }',
    },
    'true || unknownFunction()',
    'true || unknownVariable == 1',
    { expression: 'same(same(1, 1), true)', functions: 'function same(a, b) { return a == b; }' },
    {
      expression: 'double(double(double(1))) == 8',
      functions: 'function double(x) { let y = x * 2; return y; }',
    },
    {
      expression: 'same(isAlice(), true) && two() == 2',
      functions:
        "function isAlice() { return request.auth.uid == 'alice'; }\nfunction same(a, b) { return a == b; }\nfunction two() { let a = 1; let b = a + 1; return b; }",
    },
  ],
  false: [
    { expression: '!isAlice()', functions: "function isAlice() { return request.auth.uid == 'alice'; }" },
    { expression: 'same(1, 2)', functions: 'function same(a, b) { return a == b; }' },
  ],
  'an error': [
    { expression: 'same(1)', functions: 'function same(a, b) { return a == b; }' },
    { expression: 'same(1, 2, 3)', functions: 'function same(a, b) { return a == b; }' },
    { expression: "double('a') == 'aa'", functions: 'function double(x) { let y = x * 2; return y; }' },
    { expression: 'useId()', functions: "function useId() { return id == 'probe'; }" },
    {
      expression: 'useBrokenLet()',
      functions: 'function useBrokenLet() { let broken = 1 / 0; return broken == 1; }',
    },
    'unknownFunction()',
    'unknownVariable == 1',
    { expression: 'isAlice', functions: "function isAlice() { return request.auth.uid == 'alice'; }" },
    { expression: 'isAlice == 1', functions: "function isAlice() { return request.auth.uid == 'alice'; }" },
  ],
};
