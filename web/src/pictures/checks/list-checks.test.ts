import { expect, it } from 'vitest';
import { describeProblems, findProblems, listChecks } from './list-checks.ts';
import { createChecks, createIssue, createSoftChecks } from './testing/create-checks.ts';

it('says what was measured, and what a model may have seen and where [D-checks.1, D-checks.6]', () => {
  const checks = createSoftChecks({
    issues: [createIssue({ kind: 'brand', severity: 'minor', sentence: 'A swoosh.' }), createIssue()],
  });
  expect(listChecks(checks)).toMatchObject([
    { label: 'Soft', text: 'Soft: nothing in the picture is sharp (8 of 100)', isSevere: true },
    { text: 'May show text, top left', sentence: 'A sign reads OPEN.', isSevere: true },
    { text: 'May show a brand, top left', sentence: 'A swoosh.', isSevere: false },
  ]);
  const { box: _, ...everywhere } = createIssue();
  expect(listChecks({ issues: [everywhere] })).toMatchObject([{ text: 'May show text' }]);
});

it('lists what was dismissed, but not as a problem', () => {
  const checks = createSoftChecks({ issues: [createIssue()], dismissed: ['text'] });
  expect(listChecks(checks).map(({ isDismissed }) => isDismissed)).toEqual([false, true]);
  expect(findProblems(checks).map(({ kind }) => kind)).toEqual(['soft']);
});

it('describes problems in one line, each once', () => {
  const checks = createSoftChecks({ issues: [createIssue(), createIssue()] });
  expect(describeProblems(checks)).toBe('Soft, may show text');
  expect([describeProblems(undefined), describeProblems(createChecks())]).toEqual(['', '']);
});
