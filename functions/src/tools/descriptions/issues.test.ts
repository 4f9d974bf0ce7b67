import { IssueSchema, MAX_ISSUES } from '@portal/contracts/checks';
import { expect, it } from 'vitest';
import { ISSUES_SCHEMA, readIssues } from './issues.ts';

const createAnswer = (changes: Record<string, unknown> = {}) => ({
  kind: 'brand',
  severity: 'severe',
  sentence: 'A logo is on the cup.',
  left: 10,
  top: 20,
  width: 30,
  height: 40,
  ...changes,
});
const ISSUE = { kind: 'brand', severity: 'severe', sentence: 'A logo is on the cup.' };
const readOne = (changes: Record<string, unknown>) => readIssues([createAnswer(changes)])[0];

it('reads issues with their places', () => {
  const box = { left: 10, top: 20, width: 30, height: 40 };
  expect(readIssues([createAnswer()])).toEqual([{ ...ISSUE, box }]);
  expect(ISSUES_SCHEMA.items.required).toEqual(Object.keys(createAnswer()));
});

it.each([
  ['beyond the edge', { left: 80, width: 50 }, { left: 80, top: 20, width: 20, height: 40 }],
  ['of fractions', { left: 10.4, top: -3 }, { left: 10, top: 0, width: 30, height: 40 }],
  ['of the whole picture', { left: 0, top: 0, width: 100, height: 95 }, undefined],
  ['of no size', { width: 0 }, undefined],
  ['outside', { left: 100 }, undefined],
  ['that is missing', { left: undefined }, undefined],
  ['in words', { top: 'above' }, undefined],
])('reads a box %s', (_, changes, box) => {
  expect(readOne(changes)).toEqual({ ...ISSUE, ...(box && { box }) });
});

it.each([
  ['no list', 'brand'],
  ['nothing', undefined],
  ['texts', ['brand']],
  ['an unknown kind', [createAnswer({ kind: 'ugly' })]],
  ['an unknown severity', [createAnswer({ severity: 'high' })]],
  ['no sentence', [createAnswer({ sentence: 7 })]],
])('ignores %s', (_, answered) => {
  expect(readIssues(answered)).toEqual([]);
});

it('bounds the list and the sentences', () => {
  const issues = readIssues(Array.from({ length: 99 }, () => createAnswer({ sentence: 'a\n'.repeat(500) })));
  expect(issues).toHaveLength(MAX_ISSUES);
  expect(IssueSchema.array().safeParse(issues).success).toBe(true);
});
