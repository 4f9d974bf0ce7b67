import type { FileNaming, KeywordLanguage, KeywordResult } from '@portal/contracts/keyword-generator';
import { describe, expect, test } from 'vitest';
import { AGENCIES, findDefaultNaming, type AgencyId } from './agencies.ts';
import { findRefusals, type RefusalProblem } from './find-rejections.ts';
import { mendTexts } from './fix-texts.ts';
import { createResult } from './testing/create-result.ts';

interface Given extends Partial<KeywordResult> {
  readonly agency?: AgencyId;
  readonly naming?: FileNaming;
  readonly language?: KeywordLanguage;
}

function listProblems({ agency = 'adobe-stock', naming = 'short', language = 'English', ...given }: Given) {
  const batch = { language, results: [createResult(given)] };
  return findRefusals(batch, agency, naming).flatMap(({ problems }) => problems);
}

const makeWords = (count: number): string[] => Array.from({ length: count }, (_, index) => `word${index}`);

test.each(['adobe-stock', 'shutterstock'] as const)('%s takes what is right', (agency) => {
  expect(listProblems({ agency })).toEqual([]);
});

test('what is not finished is not looked at', () => {
  expect(listProblems({ status: 'failed', extension: null, keywords: [] })).toEqual([]);
});

describe('an agency would refuse', () => {
  test.each<[Given, RefusalProblem]>([
    [
      { seo_image_title: `${'fox '.repeat(17)}foxy` },
      {
        kind: 'title-too-long',
        message: 'The title is too long: 72 of at most 70 characters.',
        fix: 'texts',
      },
    ],
    [
      { seo_image_title: 'Fox, in snow' },
      { kind: 'title-commas', message: 'There is a comma in the title.', fix: 'texts' },
    ],
    [
      { seo_image_title: 'Fox & "den" 🦊' },
      { kind: 'title-characters', message: 'The title has special characters: & " 🦊', fix: 'texts' },
    ],
    [
      { seo_image_title: 'Café in snow', agency: 'shutterstock' },
      { kind: 'title-characters', message: 'The title has special characters: é', fix: 'texts' },
    ],
    [
      { seo_image_title: 'Fox', agency: 'shutterstock' },
      { kind: 'title-too-short', message: 'The title is too short: one word does not describe a picture.' },
    ],
    [
      { keywords: makeWords(4) },
      { kind: 'too-few-keywords', message: 'Too few keywords: 4, at least 5 are needed.' },
    ],
    [
      { keywords: makeWords(6), agency: 'shutterstock' },
      { kind: 'too-few-keywords', message: 'Too few keywords: 6, at least 7 are needed.' },
    ],
    [
      { keywords: makeWords(51) },
      { kind: 'too-many-keywords', message: 'Too many keywords: 51 of at most 50.', fix: 'texts' },
    ],
    [
      { keywords: [...makeWords(7), 'x'.repeat(51)] },
      { kind: 'keyword-too-long', message: `Longer than 50 characters: “${'x'.repeat(51)}”`, fix: 'texts' },
    ],
    [
      { keywords: [...makeWords(7), 'fox, red'] },
      { kind: 'keyword-characters', message: 'Keywords with special characters: “fox, red”', fix: 'texts' },
    ],
    [{ category: null }, { kind: 'category-missing', message: 'There is no category.' }],
    [
      { extension: 'webp' },
      { kind: 'file-type', message: 'Adobe Stock takes JPEG and PNG only, and this is a WebP.' },
    ],
    [
      { extension: 'png', agency: 'shutterstock' },
      { kind: 'file-type', message: 'Shutterstock takes JPEG only, and this is a PNG.' },
    ],
    [
      { seo_image_title: 'A red fox looks for mice in the snow', naming: 'seo' },
      {
        kind: 'file-name-too-long',
        message: 'The file name is too long: 40 of at most 30 characters.',
        fix: 'short-names',
      },
    ],
    [
      { seo_image_title: 'Зимний лес', naming: 'seo' },
      { kind: 'file-name-letters', message: 'The file name has letters beyond A to Z.', fix: 'short-names' },
    ],
    [
      { language: 'German', agency: 'shutterstock' },
      { kind: 'language', message: 'Shutterstock takes English only, and the texts are in German.' },
    ],
  ])('%j', (given, problem) => {
    expect(listProblems(given)).toEqual([problem]);
  });
});

test('of two with the same title the second', () => {
  const results = ['Red fox', 'Snow owl', 'red Fox '].map((title, index) =>
    createResult({ index, seo_image_title: title }),
  );
  expect(findRefusals({ language: 'English', results }, 'shutterstock', 'short')).toEqual([
    {
      index: 2,
      fileName: 'red-fox-2.jpg',
      problems: [{ kind: 'title-repeated', message: 'red-fox.jpg has the same title.' }],
    },
  ]);
});

describe('what is said to be mended by the texts is', () => {
  test.each(['adobe-stock', 'shutterstock'] as const)('%s', (agency) => {
    const result = createResult({
      seo_image_title: `=Fox, "Größe" & 1,000 – ${'snow 🦊\n'.repeat(40)}`,
      keywords: ['a, b', 'a b', 'naïve', '🦊', 'x'.repeat(51), ...makeWords(55)],
    });
    const mended = createResult(mendTexts(result, AGENCIES[agency], 'English'));
    const batch = { language: 'English', results: [result] } as const;
    const fixable = findRefusals(batch, agency, 'short').flatMap(({ problems }) => problems);
    expect(fixable.map(({ fix }) => fix)).toEqual(fixable.map(() => 'texts'));
    expect(fixable.length).toBeGreaterThanOrEqual(4);
    expect(findRefusals({ ...batch, results: [mended] }, agency, 'short')).toEqual([]);
  });
});

test.each(['adobe-stock', 'shutterstock'] as const)('%s takes the names of its default naming', (agency) => {
  const results = Array.from({ length: 12 }, (_, index) =>
    createResult({ index, seo_image_title: `A red fox looks for mice in the snow of winter ${index}` }),
  );
  const batch = { language: 'English', results } as const;
  expect(findRefusals(batch, agency, findDefaultNaming(agency))).toEqual([]);
});
