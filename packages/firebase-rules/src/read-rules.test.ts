import { describe, expect, test } from 'vitest';
import { readRules } from './read-rules.ts';
import { wrapCondition } from './testing.ts';

const issuesOf = (source: string) =>
  readRules(source, 'cloud.firestore').issues.map(
    ({ severity, line, column, description }) => `${severity} ${line}:${column} ${description}`,
  );
const file = (body: string) => `rules_version = '2';\nservice cloud.firestore {\n${body}\n}`;
const allow = 'match /a/{b} { allow read; }';

describe('reports a syntax error with its place', () => {
  test.each([
    ['', "1:1 Only version 2 of the rules language is supported: begin with rules_version = '2';"],
    [`service cloud.firestore { ${allow} }`, '1:1 Only version 2'],
    [`rules_version = '1'; service cloud.firestore { ${allow} }`, '1:1 Unsupported rules version 1'],
    ["rules_version = '2';\nimport 'x';", '2:1 Import statements are not allowed.'],
    [file(''), "4:1 The 'service' body must contain at least one declaration."],
    [file('match /a/{b} { }'), "3:16 The 'match' body must contain at least one declaration."],
    [
      file('match /a/{b}/ { allow read; }'),
      "3:13 Forward slash '/' found where identifier or binding expected.",
    ],
    [file('match a/{b} { allow read; }'), "3:7 Unexpected 'a'."],
    [file('match /a/$(b) { allow read; }'), "3:12 '$(…)' is not allowed in the path of a match."],
    [file('match /a/{b} { allow read if true; }'), "3:27 Missing ':' before 'if' condition."],
    [file('match /a/{b} { allow read: true; }'), "3:28 Missing 'if' before conditional expression."],
    [file('match /a/{b} { allow read; '), "4:2 Unexpected '<EOF>'."],
    [`${file(allow)} }`, "4:3 Unexpected '}'."],
    [wrapCondition('1/2 == 0'), "6:2 Unexpected '/2'."],
    [wrapCondition('true and true'), "6:6 Unexpected 'and'"],
    [wrapCondition('--1 == 1'), '6:1 Increment (++) and decrement (--) operators are not supported.'],
    [wrapCondition('007 == 7'), "6:2 Unexpected '0'"],
    [wrapCondition('9223372036854775808 == 1'), '6:1 Invalid number literal 9223372036854775808.'],
    [wrapCondition('"a'), '6:1 Missing a closing "'],
    [wrapCondition(String.raw`"\q" == "q"`), String.raw`6:1 Invalid escape '\q' in a string.`],
    [wrapCondition(String.raw`b"\u0041" == b"A"`), String.raw`6:1 A bytes literal cannot hold a \u escape.`],
    [
      wrapCondition('1 is foo'),
      "6:6 An unsupported type identifier was used with the 'is' operator. Received foo.",
    ],
    [wrapCondition('a @ b'), "6:3 Unexpected '@'."],
    [wrapCondition('f(1)', 'function f(if) { return true; }'), "4:12 Unexpected 'if'."],
    [wrapCondition('f()', 'function f() { }'), "4:16 Unexpected '}', expected 'return'."],
    [wrapCondition('('.repeat(400) + ')'.repeat(400)), '6:301 The expression is nested too deeply.'],
  ])('%j', (source, issue) => {
    const { ruleset } = readRules(source, 'cloud.firestore');
    expect(ruleset).toBeUndefined();
    expect(issuesOf(source)[0]).toContain(`ERROR ${issue}`);
  });
});

describe('rejects a file with an error', () => {
  test.each([
    [
      file(allow) + '\nservice cloud.firestore { match /a/{b} { allow read; } }',
      '5:9 Duplicate service name declaration.',
    ],
    [file('match /{a=**} { match /{b=**} { allow read; } }'), '3:23 Invalid glob match expression.'],
    [file('match /{a}/{a} { allow read; }'), '3:11 Variable a already exists in the PathTemplate.'],
    [file('match /{math} { allow read; }'), '3:7 math is a package and cannot be used as variable name.'],
    [wrapCondition('math == 1'), '6:1 math is a package and cannot be used as variable name.'],
    [wrapCondition('f()', 'function f() { return f(); }'), '4:10 Recursive call is not allowed.'],
    [
      wrapCondition('f()', 'function f() { return g(); } function g() { return f(); }'),
      '4:10 Detected a call cycle between [f,g] functions.',
    ],
    [
      wrapCondition(
        'f0()',
        Array.from(
          { length: 22 },
          (_, index) => `function f${index}() { return ${index < 21 ? `f${index + 1}()` : true}; }`,
        ).join('\n'),
      ),
      '25:10 Maximum allowed call depth of 20 is reached for [f0->',
    ],
    [
      wrapCondition('f()', 'function f() { return true; } function f() { return true; }'),
      '4:40 Function f is already defined.',
    ],
    [
      wrapCondition('f(1)', 'function f(x) { let x = 2; return x; }'),
      '4:21 The identifier [x] is already bound in the current scope.',
    ],
    [wrapCondition('"a".matches("[")'), '6:13 Invalid regular expression pattern. Pattern: [.'],
    [
      wrapCondition(Array.from({ length: 100 }, () => 'true').join(' && ')),
      '6:1 Expression is too complex to evaluate safely.',
    ],
  ])('%j', (source, issue) => {
    expect(readRules(source, 'cloud.firestore').ruleset).toBeUndefined();
    expect(issuesOf(source).find((text) => text.startsWith('ERROR'))).toContain(issue);
  });
});

describe('warns about', () => {
  test.each([
    ['foo.bar == 1', '', ['6:1 Invalid variable name: foo.']],
    ['foo()', '', ['6:1 Invalid function name: foo.']],
    ['"a".shout() == "A"', '', ['6:5 Invalid function name: shout.']],
    ['math.cube(1) == 1', '', ['6:6 Invalid function name: math.cube.']],
    ['"a".lower(1) == "a"', '', ['6:5 Incorrect number of arguments supplied to function: lower.']],
    ['get() == 1', '', ['6:1 Incorrect number of arguments supplied to function: get.']],
    [
      'f()',
      'function f(x) { let y = 1; return true; } function g() { return h(); } function h() { return true; }',
      [
        '4:12 Unused variable: x.',
        '4:21 Unused variable: y.',
        '4:52 Unused function: g.',
        '6:1 Incorrect number of arguments supplied to function: f.',
      ],
    ],
    ['1 == 1', '', []],
  ])('%s %s', (condition, functions, warnings) => {
    expect(issuesOf(wrapCondition(condition, functions))).toEqual(warnings.map((text) => `WARNING ${text}`));
  });

  test('unknown services and methods', () => {
    expect(issuesOf("rules_version = '2'; service foo.bar { match /a { allow take; } }")).toEqual([
      'WARNING 1:30 Invalid service name: foo.bar.',
      'WARNING 1:57 Invalid method name: take.',
    ]);
  });
});
