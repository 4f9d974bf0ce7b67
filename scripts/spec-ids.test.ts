import { expect, it } from 'vitest';
import { findProblems, findTitles, parseSpecIds } from './spec-ids.ts';

const specIds = parseSpecIds(
  ['# P1 Doors', 'P1.1 A door opens.', 'P1.2 A door is nice. {no behavior: a matter of taste}'].join('\n'),
);
const check = (source: string) => findProblems(specIds, findTitles('web/door.test.ts', source));
const OPENS = "it('opens [P1.1]', test);";

it('requires a test title for every id without an exemption', () => {
  expect(check('')).toEqual(['No test names [P1.1]: A door opens.']);
  expect(check(OPENS)).toEqual([]);
});

it.each([
  'it("opens \'wide\' [P1.2, P1.1]", test);',
  'it.each(doors)(`opens ${door} [P1.1]`, test);',
  "const rows = [['P1.1', door]]; it.each(rows)('opens [%s]', test);",
  "const rows = [{ proves: 'P1.1, P1.2' }]; it.each(rows)('opens [P1.2, $proves]', test);",
])('finds the ids in %s', (source) => {
  expect(check(source)).toEqual([]);
});

it.each(["// it('opens [P1.1]', test);", "/** 'opens [P1.1]' */", 'open(door[P1.1]);'])(
  'finds no ids in %s',
  (source) => {
    expect(check(source)).toHaveLength(1);
  },
);

it.each(['P1.9', 'P7', 'P1.', 'T1.1', 'D-doors.2'])('reports the unknown id %s', (id) => {
  expect(check(`${OPENS} it('shuts [${id}]', test);`)).toEqual([
    `web/door.test.ts: 'shuts [${id}]' names ${id}, which docs/spec/ids.txt does not have.`,
  ]);
});

it('ignores other brackets in titles', () => {
  expect(check(`${OPENS} it('sorts [1, 2], [Path] and [p1]', test);`)).toEqual([]);
});
