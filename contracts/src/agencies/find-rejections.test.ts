import { describe, expect, test } from 'vitest';
import type { FileNaming, KeywordLanguage, KeywordResult } from '../keyword-generator.ts';
import { CSV_AGENCIES, findDefaultNaming, type CsvAgencyId } from './agencies.ts';
import { makeAgencyCsv } from './agency-csv.ts';
import { findRejections, type Problem } from './find-rejections.ts';
import { fixTexts } from './fix-texts.ts';
import { createResult } from './testing/create-result.ts';

interface Given extends Partial<KeywordResult> {
  readonly agency?: CsvAgencyId;
  readonly naming?: FileNaming;
  readonly language?: KeywordLanguage;
}

function listProblems({ agency = 'adobe-stock', naming = 'short', language = 'English', ...given }: Given) {
  const batch = { language, results: [createResult(given)] };
  return findRejections(batch, CSV_AGENCIES[agency], naming).flatMap(({ problems }) => problems);
}

const makeWords = (count: number): string[] => Array.from({ length: count }, (_, index) => `word${index}`);

test.each(['adobe-stock', 'shutterstock'] as const)('finds no problems in a valid image for %s', (agency) => {
  expect(listProblems({ agency })).toEqual([]);
});

test('skips unfinished images', () => {
  expect(listProblems({ status: 'failed', extension: null, keywords: [] })).toEqual([]);
});

test('Shutterstock does not take pictures that AI made or changed, Adobe Stock does', () => {
  expect(listProblems({ isMadeByAi: true, agency: 'shutterstock' })).toEqual([
    {
      kind: 'made-by-ai',
      message: 'Shutterstock does not accept pictures that AI made or changed. The CSV leaves it out.',
    },
  ]);
  expect(listProblems({ isMadeByAi: true })).toEqual([]);
});

describe('finds problems', () => {
  test.each<[Given, Problem]>([
    [
      { seo_image_title: `${'fox '.repeat(17)}foxy` },
      {
        kind: 'title-too-long',
        message: 'Title has 72 characters; the limit is 70.',
        fix: 'texts',
      },
    ],
    [
      { seo_image_title: 'Fox, in snow' },
      { kind: 'title-commas', message: 'Title contains a comma.', fix: 'texts' },
    ],
    [
      { seo_image_title: 'Fox & "den" 🦊' },
      { kind: 'title-characters', message: 'Title contains special characters: & " 🦊', fix: 'texts' },
    ],
    [
      { seo_image_title: 'Café in snow', agency: 'shutterstock' },
      { kind: 'title-characters', message: 'Title contains special characters: é', fix: 'texts' },
    ],
    [
      { seo_image_title: 'Fox', agency: 'shutterstock' },
      { kind: 'title-too-short', message: 'Title is too short; use at least 2 words.' },
    ],
    [
      { keywords: makeWords(4) },
      { kind: 'too-few-keywords', message: 'Too few keywords: 4; at least 5 are required.' },
    ],
    [
      { keywords: makeWords(6), agency: 'shutterstock' },
      { kind: 'too-few-keywords', message: 'Too few keywords: 6; at least 7 are required.' },
    ],
    [
      { keywords: makeWords(51) },
      { kind: 'too-many-keywords', message: 'Too many keywords: 51; the limit is 50.', fix: 'texts' },
    ],
    [
      { keywords: [...makeWords(7), 'x'.repeat(51)] },
      {
        kind: 'keyword-too-long',
        message: `Keywords longer than 50 characters: “${'x'.repeat(51)}”`,
        fix: 'texts',
      },
    ],
    [
      { keywords: [...makeWords(7), 'fox, red'] },
      { kind: 'keyword-characters', message: 'Keywords with special characters: “fox, red”', fix: 'texts' },
    ],
    [{ category: null }, { kind: 'category-missing', message: 'Category is missing.' }],
    [
      { extension: 'webp' },
      { kind: 'file-type', message: 'Adobe Stock accepts only JPEG and PNG; this file is WebP.' },
    ],
    [
      { extension: 'png', agency: 'shutterstock' },
      { kind: 'file-type', message: 'Shutterstock accepts only JPEG; this file is PNG.' },
    ],
    [
      { seo_image_title: 'A red fox looks for mice in the snow', naming: 'seo' },
      {
        kind: 'file-name-too-long',
        message: 'File name has 40 characters; the limit is 30.',
        fix: 'short-names',
      },
    ],
    [
      { seo_image_title: 'Зимний лес', naming: 'seo' },
      {
        kind: 'file-name-letters',
        message: 'File name contains letters other than A to Z.',
        fix: 'short-names',
      },
    ],
    [
      { language: 'German', agency: 'shutterstock' },
      { kind: 'language', message: 'Shutterstock accepts only English; these texts are in German.' },
    ],
  ])('%j', (given, problem) => {
    expect(listProblems(given)).toEqual([problem]);
  });
});

describe('names', () => {
  const named = {
    seo_image_title: 'A red fox by Klimt in Nike shoes',
    seo_description: 'A fox like Pikachu',
    keywords: [...makeWords(7), 'nike', 'klimt'],
  };
  const inDescription: Problem = {
    kind: 'description-names',
    message: 'Names in the description that agencies may refuse: “Pikachu”.',
  };

  test('keep an AI picture out of the CSV of Adobe Stock', () => {
    expect(listProblems({ ...named, isMadeByAi: true })).toEqual([
      {
        kind: 'title-names',
        message:
          'Adobe Stock refuses AI pictures with these names in the title: “Klimt”, “Nike”. The CSV leaves it out.',
      },
      inDescription,
      {
        kind: 'keyword-names',
        message:
          'Adobe Stock refuses AI pictures with these names in keywords: “nike”, “klimt”. The CSV leaves it out.',
        fix: 'texts',
      },
    ]);
    const results = [named, {}].map((texts, index) => createResult({ index, isMadeByAi: true, ...texts }));
    const csv = makeAgencyCsv(results, CSV_AGENCIES['adobe-stock'], 'short');
    expect(csv).toContain('red-fox-number-2');
    expect(csv).not.toContain('klimt');
  });

  test('are a warning for a photograph, and for other agencies', () => {
    const warnings: Problem[] = [
      { kind: 'title-names', message: 'Names in the title that agencies may refuse: “Klimt”, “Nike”.' },
      inDescription,
      { kind: 'keyword-names', message: 'Names in keywords that agencies may refuse: “nike”, “klimt”.' },
    ];
    expect(listProblems(named)).toEqual(warnings);
    expect(listProblems({ ...named, agency: 'shutterstock' })).toEqual(warnings);
    const csv = makeAgencyCsv([createResult(named)], CSV_AGENCIES['adobe-stock'], 'short');
    expect(csv).toContain('klimt');
  });

  test('that are forbidden for AI pictures may be in a photograph', () => {
    const keywords = [...makeWords(7), 'nasa'];
    expect(listProblems({ keywords })).toEqual([]);
    expect(listProblems({ keywords, isMadeByAi: true }).map(({ kind }) => kind)).toEqual(['keyword-names']);
  });

  test('are removed from keywords if enough are left', () => {
    const agency = CSV_AGENCIES['adobe-stock'];
    const fix = (count: number, isMadeByAi: boolean) => {
      const keywords = [...makeWords(count), 'klimt'];
      return fixTexts(createResult({ keywords, isMadeByAi }), agency, 'English').keywords;
    };
    expect(fix(5, true)).toEqual(makeWords(5));
    expect(fix(4, true)).toEqual([...makeWords(4), 'klimt']);
    expect(fix(5, false)).toEqual([...makeWords(5), 'klimt']);
  });
});

test('finds a repeated title', () => {
  const results = ['Red fox', 'Snow owl', 'red Fox '].map((title, index) =>
    createResult({ index, seo_image_title: title }),
  );
  expect(findRejections({ language: 'English', results }, CSV_AGENCIES.shutterstock, 'short')).toEqual([
    {
      index: 2,
      fileName: 'red-fox-2.jpg',
      problems: [{ kind: 'title-repeated', message: 'Same title as red-fox.jpg.' }],
    },
  ]);
});

describe('fixes every problem marked as fixable by texts', () => {
  test.each(['adobe-stock', 'shutterstock'] as const)('%s', (agency) => {
    const result = createResult({
      seo_image_title: `=Fox, "Größe" & 1,000 – ${'snow 🦊\n'.repeat(40)}`,
      keywords: ['a, b', 'a b', 'naïve', '🦊', 'x'.repeat(51), ...makeWords(55)],
    });
    const fixed = createResult(fixTexts(result, CSV_AGENCIES[agency], 'English'));
    const batch = { language: 'English', results: [result] } as const;
    const fixable = findRejections(batch, CSV_AGENCIES[agency], 'short').flatMap(({ problems }) => problems);
    expect(fixable.map(({ fix }) => fix)).toEqual(fixable.map(() => 'texts'));
    expect(fixable.length).toBeGreaterThanOrEqual(4);
    expect(findRejections({ ...batch, results: [fixed] }, CSV_AGENCIES[agency], 'short')).toEqual([]);
  });
});

test.each(['adobe-stock', 'shutterstock'] as const)('default naming passes the check of %s', (agency) => {
  const results = Array.from({ length: 12 }, (_, index) =>
    createResult({ index, seo_image_title: `A red fox looks for mice in the snow of winter ${index}` }),
  );
  const batch = { language: 'English', results } as const;
  expect(findRejections(batch, CSV_AGENCIES[agency], findDefaultNaming(CSV_AGENCIES[agency]))).toEqual([]);
});
