import { describe, expect, it } from 'vitest';
import { none } from './assignments/assignment.ts';
import { buildLedger, type LedgerInput } from './build-ledger.ts';
import { parseSpec } from './parse-spec.ts';

const spec = parseSpec(
  'P',
  '## 1. Doors\n\nA door opens. A door shuts | slams. A door is nice. It is blue; it is new.',
);

const createInput = (overrides: Partial<LedgerInput> = {}): LedgerInput => ({
  spec,
  assignments: { P1: { all: 'B', except: { 2: 'BD', 3: none('a taste') } } },
  doneSteps: [],
  tests: [],
  ...overrides,
});

const createTest = (title: string, overrides = {}) => ({
  file: 'web/door.test.ts',
  title,
  passed: true,
  ...overrides,
});

const findProblems = (overrides: Partial<LedgerInput>) => buildLedger(createInput(overrides)).problems;

describe('what the ledger asks for', () => {
  it('is nothing while no step is done', () => {
    expect(findProblems({})).toEqual([]);
  });

  it('is a test for each entry of a done step', () => {
    expect(findProblems({ doneSteps: ['B'], tests: [createTest('[P1.1] opens')] })).toEqual([
      expect.stringContaining('[P1.4]'),
      expect.stringContaining('[P1.5]'),
    ]);
  });

  it('includes an entry of two steps once both are done', () => {
    const tests = [createTest('[P1.1, P1.4] looks'), createTest('[P1.5] is new')];
    expect(findProblems({ doneSteps: ['B'], tests })).toEqual([]);
    expect(findProblems({ doneSteps: ['B', 'D'], tests })).toEqual([expect.stringContaining('[P1.2]')]);
  });

  it('is not met by a test that failed or was skipped', () => {
    const tests = [createTest('[P1.1, P1.4, P1.5] looks', { passed: false })];
    expect(findProblems({ doneSteps: ['B'], tests })).toHaveLength(3);
  });
});

describe('what does not fit the spec', () => {
  it.each(['P1.9', 'P7', 'P1.', 'T1.1', 'D-doors.1'])('is a test that names %s', (reference) => {
    const tests = [createTest(`door > [P1.1 ${reference}] opens`, { passed: false })];
    expect(findProblems({ tests })).toEqual([expect.stringContaining(`names ${reference},`)]);
  });

  it('is not just any bracket in a name', () => {
    expect(findProblems({ tests: [createTest('sorts [1, 2], [Path] and [p1]')] })).toEqual([]);
  });

  it('is a section without a step, a step for what is not there, and steps out of order', () => {
    expect(findProblems({ assignments: {} })).toEqual(['section P1 of the spec is assigned to no step']);
    expect(findProblems({ assignments: { P1: { all: 'B', except: { 6: 'C' } }, P2: { all: 'B' } } })).toEqual(
      ['P1.6 is assigned, but not in the spec', 'section P2 is assigned, but not in the spec'],
    );
    expect(findProblems({ assignments: { P1: { all: 'B', except: { 2: 'DB', 4: 'CC' } } } })).toHaveLength(2);
  });
});

describe('the coverage page', () => {
  const tests = [
    createTest('z [P1.1] opens | wide'),
    createTest('a [P1.1] opens', { file: 'web/a.test.ts' }),
  ];
  const { markdown } = buildLedger(createInput({ doneSteps: ['B'], tests }));

  it('counts each entry in the last of its steps', () => {
    expect(markdown).toContain('| B: Identity, shell, user directory | 3 | 1 | 2 | 0 |');
    expect(markdown).toContain('| D: Uploads, Upscale & Enhancement, Stylizer | 1 | 0 | 0 | 1 |');
    expect(markdown).toContain('5 entries, 1 of which state no behaviour of the portal.');
  });

  it('shows text, step and proof of an entry', () => {
    expect(markdown).toContain(
      String.raw`| P1.1 | A door opens. | B | a [P1.1] opens (web/a.test.ts)<br>z [P1.1] opens \| wide (web/door.test.ts) |`,
    );
    expect(markdown).toContain(String.raw`| P1.2 | A door shuts \| slams. | BD | open |`);
    expect(markdown).toContain('| P1.3 | A door is nice. | - | a taste |');
    expect(markdown).toContain('| P1.4 | It is blue | B | due |');
  });

  it('is the same whatever the order of the results, and names a test once', () => {
    const shuffled = [...tests.toReversed(), ...tests];
    expect(buildLedger(createInput({ doneSteps: ['B'], tests: shuffled })).markdown).toBe(markdown);
  });

  it('names the first three of many proofs and counts the rest', () => {
    const many = [1, 2, 3, 4, 5].map((number) => createTest(`[P1.5] case ${number}`));
    expect(buildLedger(createInput({ tests: many })).markdown).toContain(
      '[P1.5] case 3 (web/door.test.ts)<br>and 2 more |',
    );
  });

  it('shortens a long text', () => {
    const long = parseSpec('P', `## 1. Doors\n\n${'A door '.repeat(30)}ends.`);
    expect(buildLedger(createInput({ spec: long, assignments: { P1: { all: 'B' } } })).markdown).toContain(
      `| ${'A door '.repeat(14)}A… | B |`,
    );
  });
});
