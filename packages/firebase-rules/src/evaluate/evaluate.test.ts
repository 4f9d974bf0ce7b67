import { describe, expect, test } from 'vitest';
import { conditionsIn, decide, evaluate, wrapCondition } from '../testing.ts';

describe('evaluates to true', () => {
  test.each(
    conditionsIn(String.raw`
      1 + 2 * 3 == 7 && (1 + 2) * 3 == 9 && 10 - 2 - 3 == 5
      7 / 2 == 3 && -7 / 2 == -3 && 7.0 / 2 == 3.5 && -7 % 3 == -1 && 5.5 % 2 == 1.5
      1 == 1.0 && 1 < 1.5 && 9007199254740993 == 9007199254740992.0
      -9223372036854775808 < 0 && .5 == 0.5 && 5. == 5.0
      1.0 / 0 > 5 && 0.0 / 0 != 0.0 / 0 && !(0.0 / 0 < 1)
      [1] != [1.0] && {"a": 1} != {"a": 1.0} && [1, [2, {"a": null}]] == [1, [2, {"a": null}]]
      "a" < "b" && "B" < "a" && b"a" < b"ab" && b"\xff" > b"\x01"
      null == null && null != 1 && null in [null] && !(1.0 in [1]) && "a" in {"a": 1}
      1 == 1 in [true] && 1 in [1] in [true] && 1 is int == true && 1 + 1 is int
      true ? false ? false : true : false
      true || false && false
      true == 1 < 2 && !true == false && -[1][0] == -1 && 2 - -1 == 3
      [1, 2, 3][1:] == [2, 3] && [1, 2, 3][:2] == [1, 2] && [][:] == [] && "abc"[1:2] == "b" && "abc"[1] == "b"
      {"a": {"b": [5]}}.a["b"][0] == 5 && {"if": 1}.if == 1 && {"a": 1, "a": 2,}.a == 2
      "\u00e9\x41\101\n\"".size() == 5 && 'it\'s' == "it's" && b"\377" == b"\xff" && b"é".size() == 2
      1 is number && 1.0 is float && /a is path && {} is map && !([].toSet() is set)
      request.auth.token.level is int && request.auth.token.ratio is float
      request.path == /databases/$(database)/documents/things/$(id) && request.path[3] == "things"
      (/a/$("b/c"))[1] == "b/c" && /a/$(/b/c) == /a/b/c && /a%20b == path("a+b") && /a/$(1) == /a/1
      debug(1) == 1 // and a comment
    `),
  )('%s', (condition) => {
    expect(evaluate(condition)).toBe('true');
  });
});

describe('evaluates to an error', () => {
  test.each([
    ['1 / 0 == 1', 'Divide by zero error.'],
    [
      '9223372036854775807 + 1 > 0',
      'Integer value is out of the [-9223372036854775808, 9223372036854775807] range.',
    ],
    ['"a" + 1 == "a1"', 'Unsupported operation error. Received: string + int.'],
    ['true < false', 'Unsupported operation error. Received: bool < bool.'],
    ['1', 'Type error. Received: [int] Expected: [bool].'],
    ['!1', 'Unsupported operation error. Received: !int.'],
    ['[1, 2][2] == 1', 'Index out of bound error. Index: [2] , size: [2].'],
    ['[1, 2][-1] == 1', 'Index out of bound error. Index: [-1] , size: [2].'],
    ['[1, 2, 3][2:1] == []', 'Illegal range error. From index: [2] , To index: [1].'],
    ['{"a": 1}.b == 1', 'Property b is undefined on object.'],
    ['{"a": 1}.a.b == 1', 'Type error. Received: [int] Expected: [map,path].'],
    ['null.a == 1', 'Null value error.'],
    ['1 in 2', 'Function not found error: Name: [in].'],
    ['1 in [1] == true', 'Function not found error: Name: [in].'],
    ['{1: 2}.size() == 1', 'Type error. Received: [int] Expected: [string].'],
    ['unknown == 1', 'Null value error.'],
    ['"a".shout() == 1', 'Function not found error: Name: [shout].'],
    ['(1).size() == 1', 'Function not found error: Name: [size].'],
    ['"a".constructor() == 1', 'Function not found error: Name: [constructor].'],
  ])('%s', (condition, error) => {
    expect(evaluate(condition)).toBe(error);
  });
});

describe('|| and && ignore an error if the other side decides', () => {
  test.each([
    'true || 1 / 0 == 1',
    '1 / 0 == 1 || true',
    '1 || true',
    '!(1 / 0 == 1 && false)',
    '!(false && 1)',
  ])('%s is true', (condition) => {
    expect(evaluate(condition)).toBe('true');
  });
  test.each(['false || 1 / 0 == 1', '1 / 0 == 1 || false', 'true && 1 / 0 == 1', '1 / 0 == 1 && true'])(
    '%s is an error',
    (condition) => {
      expect(evaluate(condition)).toBe('Divide by zero error.');
    },
  );
});

describe('functions', () => {
  test.each([
    ['f(1 / 0)', 'function f(unused) { return true; }'],
    ['f()', 'function f() { let broken = 1 / 0; return true }'],
    ['f(2)', 'function f(x) { let double = x * 2; let next = double + 1; return next == 5; }'],
    ['f()', 'function f() { return database == "(default)" && g(); } function g() { return true; }'],
    ['f(2)', 'function f(request) { return request == 2; }'],
    ['exists(1)', 'function exists(x) { return x == 1; }'],
  ])('%s with %s is true', (condition, functions) => {
    expect(decide(wrapCondition(condition, functions))).toBe('allowed');
  });
  test.each([
    ['f()', 'function f() { return id == "one"; }', 'the body sees only the scope of its declaration'],
    ['f()', 'function f(x) { return true; }', 'an argument is missing'],
    [
      'f()',
      'function f() { let y = x; let x = 1; return y == 1; }',
      'a variable is used before its declaration',
    ],
  ])('%s with %s is an error: %s', (condition, functions) => {
    expect(decide(wrapCondition(condition, functions))).toMatch(/error|Incorrect number/);
  });
});

describe('a request may evaluate 1000 expressions', () => {
  /** Each element is one expression, and there are seven more around them. */
  const listOf = (count: number) =>
    `[${Array.from({ length: count }, () => '1').join(', ')}].size() >= 0 && true`;
  test('fails at the next one', () => {
    expect(evaluate(listOf(993))).toBe('true');
    expect(evaluate(listOf(994))).toContain('the maximum of 1000 expressions to evaluate has been reached');
  });
  test('allows nothing after that', () => {
    expect(evaluate(`${listOf(994)} || true`)).toContain('the maximum of 1000 expressions');
  });
});
