import type { CheckedPicture } from '@portal/contracts/exports';
import { expect, test } from 'vitest';
import { groupProblems, listRemedies } from './group-problems.ts';

const createPicture = (index: number, overrides: Partial<CheckedPicture> = {}): CheckedPicture => ({
  picture: { batchId: 'one', index, kind: 'result' },
  fileName: `fox_${index}.jpg`,
  isReady: true,
  isMadeByAi: true,
  reasons: [],
  warnings: [],
  remedies: [],
  isStarred: false,
  ...overrides,
});
const small = (message: string) => [{ kind: 'too-few-megapixels', message }];
const upscale = (scale: 2 | 4) => ({ kind: 'upscale', scale, price: 0, advice: null }) as const;

test('groups pictures by problem, the most frequent first', () => {
  const pictures = [
    createPicture(0, { reasons: [{ kind: 'made-by-ai', message: 'No AI.' }] }),
    createPicture(1, { reasons: small('1 megapixel.') }),
    createPicture(2, { reasons: small('2 megapixels.') }),
    createPicture(3, { warnings: small('Not a reason.') }),
  ];
  expect(
    groupProblems(pictures, 'reasons').map(({ title, message, isSame, pictures: own }) => [
      title,
      message,
      isSame,
      own.map(({ picture }) => picture.index),
    ]),
  ).toEqual([
    ['Too small', '1 megapixel.', false, [1, 2]],
    ['Made or changed by AI', 'No AI.', true, [0]],
  ]);
});

test('offers each scale by itself, and only what helps', () => {
  const [group] = groupProblems(
    [
      createPicture(0, { reasons: small(''), remedies: [upscale(2), { kind: 'write-texts' }] }),
      createPicture(1, { reasons: small(''), remedies: [upscale(4)] }),
      createPicture(2, { reasons: small(''), remedies: [upscale(2)] }),
      createPicture(3, { reasons: small('') }),
    ],
    'reasons',
  );
  const remedies = group ? listRemedies(group) : [];
  expect(
    remedies.map((remedy) => [
      remedy.kind === 'upscale' && remedy.scale,
      remedy.pictures.map(({ picture }) => picture.index),
    ]),
  ).toEqual([
    [2, [0, 2]],
    [4, [1]],
  ]);
});

test('fixes what texts can fix, but no titles that are used twice or have names', () => {
  const texts = { seo_image_title: 'Fox', seo_description: 'A fox.', keywords: ['fox'], category: 1 };
  const remedies = [{ kind: 'fix-texts', batchId: 'keywords', index: 4, texts } as const];
  const kinds = [
    'title-commas',
    'keyword-characters',
    'keyword-names',
    'too-many-keywords',
    'title-repeated',
    'title-names',
    'too-few-keywords',
  ];
  const groups = kinds.flatMap((kind) =>
    groupProblems([createPicture(0, { warnings: [{ kind, message: '' }], remedies })], 'warnings'),
  );
  expect(groups.map((group) => listRemedies(group).length)).toEqual([1, 1, 1, 1, 0, 0, 0]);
  const [group] = groups;
  expect(group && listRemedies(group)).toEqual([
    { kind: 'fix-texts', pictures: group?.pictures, fixes: remedies },
  ]);
});
