import { describe, expect, test } from 'vitest';
import { nameKeywordFiles } from './keyword-file-names.ts';
import type { FileNaming, KeywordResult } from './keyword-generator.ts';

const listNames = (
  titles: readonly string[],
  naming: FileNaming,
  extension: KeywordResult['extension'] = 'jpg',
) => [
  ...nameKeywordFiles(
    titles.map((title, index) => ({ index, seo_image_title: title, extension })),
    naming,
  ).values(),
];

const LONG =
  'An extraordinarily long title of a red fox that looks for mice in the deep snow of a very cold winter ';

describe('names files after their titles [D-media.9]', () => {
  test.each([
    ['Red Fox in Snow', 'red-fox-in-snow.jpg', 'red-fox-in-snow.jpg'],
    ["  A fox's “den” / 50% off!  ", 'a-foxs-den-50-off.jpg', 'a-foxs-den-50-off.jpg'],
    ['Große Übersicht: Café', 'grosse-ubersicht-cafe.jpg', 'grosse-ubersicht-cafe.jpg'],
    ['Łódź, İstanbul, Ærø', 'lodz-istanbul-aero.jpg', 'lodz-istanbul-aero.jpg'],
    ['Зимний лес 2026', 'зимний-лес-2026.jpg', '2026.jpg'],
    ['ガラスの花', 'ガラスの花.jpg', 'image.jpg'],
    ['고양이', '고양이.jpg', 'image.jpg'],
    ['🦊❄️', 'image.jpg', 'image.jpg'],
    ['../../etc/passwd', 'etc-passwd.jpg', 'etc-passwd.jpg'],
    ['=HYPERLINK("x")', 'hyperlink-x.jpg', 'hyperlink-x.jpg'],
    ['Con', 'con-image.jpg', 'con-image.jpg'],
  ])('%j is %s, or short %s', (title, seo, short) => {
    expect([listNames([title], 'seo'), listNames([title], 'short')]).toEqual([[seo], [short]]);
  });
});

test('numbers files of the same name, whatever their type and other titles [D-media.9]', () => {
  expect(listNames(['Fox', 'Fox 2', 'fox!', 'Fox'], 'seo')).toEqual([
    'fox.jpg',
    'fox-2.jpg',
    'fox-3.jpg',
    'fox-4.jpg',
  ]);
  const results = [
    { index: 1, seo_image_title: 'Fox', extension: 'png' },
    { index: 0, seo_image_title: 'Fox', extension: 'jpg' },
  ] as const;
  expect(nameKeywordFiles(results, 'seo')).toEqual(
    new Map([
      [0, 'fox.jpg'],
      [1, 'fox-2.png'],
    ]),
  );
});

test.each(['seo', 'short'] as const)(
  'gives a hundred equal titles a hundred different %s names [D-media.9]',
  (naming) => {
    const names = listNames(Array<string>(100).fill(LONG), naming, 'webp');
    expect(new Set(names).size).toBe(100);
    expect(Math.max(...names.map((name) => name.length))).toBeLessThanOrEqual(naming === 'short' ? 29 : 120);
    expect(names[99]).toMatch(/^an-extraordinarily.*-100\.webp$/);
  },
);

test.each([
  ['between words', LONG, 'an-extraordinarily-long.jpg'],
  [
    'within a word if cutting between words would leave too little',
    `A ${'fox'.repeat(20)}`,
    'a-foxfoxfoxfoxfoxfoxfoxfo.jpg',
  ],
])('cuts a short name %s, at 29 characters at most', (_, title, expected) => {
  expect(listNames([title], 'short')).toEqual([expected]);
});

test.each(['ネコ', '𠮷野', 'лес '])(
  'a long name of %j fits into 255 bytes, the limit of file systems',
  (words) => {
    const [name = ''] = listNames([words.repeat(60)], 'seo');
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
    expect(name.isWellFormed()).toBe(true);
  },
);

test('gives no name to an unfinished picture', () => {
  const results = [
    { index: 0, seo_image_title: '', extension: null },
    { index: 1, seo_image_title: 'Fox', extension: 'jpg' },
  ] as const;
  expect(nameKeywordFiles(results, 'seo')).toEqual(new Map([[1, 'fox.jpg']]));
});
