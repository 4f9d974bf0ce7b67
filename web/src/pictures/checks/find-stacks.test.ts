import { expect, it } from 'vitest';
import { findStacks, sortBySharpness, type CheckedPicture } from './find-stacks.ts';
import { createChecks, createIssue, createSoftChecks, makeHash } from './testing/create-checks.ts';

const picture = (key: string, checks: CheckedPicture['checks'], isStarred = false): CheckedPicture => ({
  key,
  isStarred,
  checks,
});
const alike = (key: string, ...numbers: number[]) =>
  picture(key, createChecks({ hash: makeHash(...numbers) }));
const keysOf = (pictures: readonly CheckedPicture[], likeness = 0.9) =>
  findStacks(pictures, likeness).map((stack) => stack.pictures.map(({ key }) => key));

it('stacks pictures that are alike, and leaves the others alone', () => {
  const pictures = [
    alike('a', 7),
    alike('b', 0, 7),
    alike('c', 7, 1),
    alike('d', 0, 7, 1),
    alike('e', 0, 0, 7),
  ];
  expect(keysOf(pictures)).toEqual([
    ['a', 'c'],
    ['b', 'd'],
  ]);
});

it('stacks more or fewer pictures by how alike they have to be', () => {
  const pictures = [alike('a', 7), alike('b', 7, 1), alike('c', 7, 3)];
  expect(keysOf(pictures, 1)).toEqual([]);
  expect(keysOf(pictures, 0.9)).toEqual([['a', 'b', 'c']]);
});

it('does not join pictures that are alike only by others between them', () => {
  const drift = [alike('0', 7, 0), alike('1', 7, 2), alike('2', 6, 4), alike('3', 5, 5)];
  expect(keysOf(drift, 0.93)).toEqual([
    ['0', '1'],
    ['2', '3'],
  ]);
});

it('compares with every picture of a stack', () => {
  // The last one is like the first one, but not like the second.
  expect(keysOf([alike('a', 6, 4), alike('b', 7, 2), alike('c', 5, 5)], 0.93)).toEqual([['a', 'b']]);
});

it('puts a starred picture on top, then unflawed ones, then sharp ones', () => {
  const minor = createChecks({ sharpness: 99, issues: [createIssue({ severity: 'minor' })] });
  const pictures = [
    picture('soft', createSoftChecks()),
    picture('minor', minor),
    picture('plain', createChecks({ sharpness: 40 })),
    picture('sharp', createChecks({ sharpness: 80 })),
    picture('starred', createSoftChecks(), true),
    picture('dismissed', createSoftChecks({ sharpness: 60, dismissed: ['soft'] })),
  ];
  expect(keysOf(pictures)).toEqual([['starred', 'sharp', 'dismissed', 'plain', 'minor', 'soft']]);
});

it('does not stack pictures that were not measured', () => {
  expect(keysOf([picture('a', undefined), picture('b', { issues: [] }), picture('c', undefined)])).toEqual(
    [],
  );
});

it('sorts by sharpness, with pictures that were not measured at the end [D-checks.1]', () => {
  const pictures = [
    picture('unknown', undefined),
    picture('plain', createChecks({ sharpness: 0 })),
    picture('sharp', createChecks({ sharpness: 80 })),
  ];
  expect(sortBySharpness(pictures).map(({ key }) => key)).toEqual(['sharp', 'plain', 'unknown']);
});
