import { describe, expect, test } from 'vitest';
import type { KeywordTexts } from '../keyword-generator.ts';
import { AGENCIES, isAccepted } from './agencies.ts';
import { AgencySchema, MEGAPIXEL, OwnAgencySchema, type Agency } from './agency.ts';
import { findPictureProblems, findReasons, findScale, type ExportPicture } from './find-picture-problems.ts';
import { findTextProblems } from './find-text-problems.ts';
import { fixTexts } from './fix-texts.ts';
import { OWN_AGENCY } from './profiles/own-agency.ts';
import { ALL_AGENCIES } from './testing/all-agencies.ts';
import { createResult } from './testing/create-result.ts';

const createTexts = (overrides: Partial<KeywordTexts> = {}): KeywordTexts => {
  const { seo_image_title, seo_description, keywords, category } = createResult();
  return { seo_image_title, seo_description, keywords, category, ...overrides };
};
const makeWords = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`);
/** As many words as needed, exactly this long. */
const makeTitle = (length: number, words: number) =>
  [...Array.from({ length: words - 1 }, () => 'a'), 'x'.repeat(length - 2 * (words - 1))].join(' ');

const kindsOf = (texts: Partial<KeywordTexts>, agency: Agency) =>
  findTextProblems(createTexts(texts), agency).map(({ kind }) => kind);

/** Large enough for every agency. */
const createPicture = (overrides: Partial<ExportPicture> = {}): ExportPicture => ({
  width: 5000,
  height: 4000,
  isMadeByAi: false,
  ...overrides,
});
const withPixels = (width: number) => createPicture({ width, height: 1 });
const reasonsOf = (picture: ExportPicture, agency: Agency) =>
  findPictureProblems({ texts: { ...createTexts(), language: 'English' }, ...picture }, agency).reasons.map(
    ({ kind }) => kind,
  );

describe.each(ALL_AGENCIES)('%s', (_name, agency) => {
  const { title, keywords, minMegapixels, maxMegapixels, minEdge, maxEdge } = agency;

  test('is valid, and takes the portal’s own texts', () => {
    expect(AgencySchema.parse(structuredClone(agency))).toEqual(agency);
    expect(kindsOf({}, agency)).toEqual([]);
    expect(agency.types).toContain('jpg');
  });

  test('limits the length of titles', () => {
    const words = Math.max(title.minWords, 1);
    const longest = makeTitle(title.maxLength, words);
    expect(longest).toHaveLength(title.maxLength);
    expect(kindsOf({ seo_image_title: longest }, agency)).toEqual([]);
    expect(kindsOf({ seo_image_title: `${longest}x` }, agency)).toEqual(['title-too-long']);
    expect(
      fixTexts(createTexts({ seo_image_title: `${longest}x` }), agency, 'English').seo_image_title.length,
    ).toBeLessThanOrEqual(title.maxLength);
  });

  test('asks for enough words in a title', () => {
    const enough = Array.from({ length: title.minWords }, () => 'fox').join(' ');
    expect(kindsOf({ seo_image_title: enough }, agency)).toEqual([]);
    const fewer = enough.split(' ').slice(1).join(' ');
    expect(kindsOf({ seo_image_title: fewer }, agency)).toEqual(
      title.minWords > 0 ? ['title-too-short'] : [],
    );
  });

  test('limits the number of keywords', () => {
    expect(kindsOf({ keywords: makeWords(keywords.max) }, agency)).toEqual([]);
    expect(kindsOf({ keywords: makeWords(keywords.max + 1) }, agency)).toEqual(['too-many-keywords']);
    expect(kindsOf({ keywords: makeWords(keywords.min) }, agency)).toEqual([]);
    if (keywords.min > 0)
      expect(kindsOf({ keywords: makeWords(keywords.min - 1) }, agency)).toEqual(['too-few-keywords']);
    expect(keywords.written).toBeLessThanOrEqual(keywords.max);
  });

  test('limits commas, other characters and the length of a keyword', () => {
    expect(kindsOf({ seo_image_title: 'Fox, red' }, agency)).toEqual(
      title.allowsCommas ? [] : ['title-commas'],
    );
    expect(kindsOf({ seo_image_title: 'Fox / red' }, agency)).toEqual(
      title.characters === 'any' ? [] : ['title-characters'],
    );
    const words = makeWords(keywords.min);
    expect(kindsOf({ keywords: [...words, 'red, fox'] }, agency)).toEqual(['keyword-characters']);
    expect(kindsOf({ keywords: [...words, 'x'.repeat(50)] }, agency)).toEqual([]);
    expect(kindsOf({ keywords: [...words, 'x'.repeat(51)] }, agency)).toEqual(['keyword-too-long']);
  });

  test('asks for a category only if it has categories', () => {
    expect(kindsOf({ category: null }, agency)).toEqual(
      agency.categories === 'none' ? [] : ['category-missing'],
    );
  });

  test('limits megapixels', () => {
    const least = minMegapixels * MEGAPIXEL;
    // Its sides may be too short, as at Magnific.
    const withoutSides = { ...agency, minEdge: null, maxEdge: null };
    expect(reasonsOf(withPixels(least), withoutSides)).toEqual([]);
    if (least > 0) expect(reasonsOf(withPixels(least - 1), withoutSides)).toEqual(['too-few-megapixels']);
    const most = (maxMegapixels ?? 100) * MEGAPIXEL;
    expect(reasonsOf(withPixels(most), withoutSides)).toEqual([]);
    expect(reasonsOf(withPixels(most + 1), withoutSides)).toEqual(
      maxMegapixels === null ? [] : ['too-many-megapixels'],
    );
  });

  test('limits sides', () => {
    const withoutSize = { ...agency, minMegapixels: 0, maxMegapixels: null };
    const [shortest, longest] = [minEdge ?? 1, maxEdge ?? 100_000];
    const picture = { width: longest, height: shortest, isMadeByAi: false };
    expect(reasonsOf(picture, withoutSize)).toEqual([]);
    expect(reasonsOf({ ...picture, height: shortest - 1 }, withoutSize)).toEqual(
      minEdge === null ? [] : ['side-too-short'],
    );
    expect(reasonsOf({ ...picture, width: longest + 1 }, withoutSize)).toEqual(
      maxEdge === null ? [] : ['side-too-long'],
    );
  });

  test('takes pictures that AI made, or says that it does not', () => {
    const picture = createPicture({ isMadeByAi: true });
    expect(reasonsOf(picture, agency)).toEqual(agency.acceptsAi ? [] : ['made-by-ai']);
    expect(isAccepted({ isMadeByAi: true }, agency)).toBe(agency.acceptsAi);
    expect(isAccepted({}, agency)).toBe(true);
    // What to do with them is said only where they are taken.
    if (!agency.acceptsAi) expect([agency.aiAdvice, agency.aiKeyword]).toEqual([null, null]);
  });

  test('takes pictures without texts unless it needs them', () => {
    const { reasons, warnings } = findPictureProblems(createPicture(), agency);
    const kinds = [...reasons, ...warnings].map(({ kind }) => kind);
    expect(kinds).toEqual(['texts-missing']);
    expect(reasons).toHaveLength(agency.needsTexts ? 1 : 0);
  });

  test('leaves AI pictures out for names in title or keywords, or warns', () => {
    const judge = (texts: Partial<KeywordTexts>, isMadeByAi = true) => {
      const judged = { ...createTexts(texts), language: 'English' } as const;
      const picture = createPicture({ texts: judged, isMadeByAi: isMadeByAi && agency.acceptsAi });
      const { reasons, warnings } = findPictureProblems(picture, agency);
      expect(findReasons(picture, agency)).toEqual(reasons);
      return { reasons: reasons.map(({ kind }) => kind), warnings: warnings.map(({ kind }) => kind) };
    };
    const withNames = (kind: string) =>
      agency.refusesNames ? { reasons: [kind], warnings: [] } : { reasons: [], warnings: [kind] };
    const keywords = [...createTexts().keywords, 'pikachu'];
    expect(judge({ seo_image_title: 'Fox in Nike shoes' })).toEqual(withNames('title-names'));
    expect(judge({ keywords })).toEqual(withNames('keyword-names'));
    expect(judge({ seo_description: 'By Klimt' })).toEqual({ reasons: [], warnings: ['description-names'] });
    expect(judge({ keywords }, false)).toEqual({ reasons: [], warnings: ['keyword-names'] });
  });

  test('takes English only, or any language', () => {
    const texts = { ...createTexts(), language: 'German' } as const;
    const { warnings } = findPictureProblems(createPicture({ texts }), agency);
    expect(warnings.map(({ kind }) => kind)).toEqual(agency.isEnglishOnly ? ['language'] : []);
  });
});

test('finds the smallest scale that is enough', () => {
  const [adobe] = AGENCIES;
  if (!adobe) throw new Error('No agency.');
  const scaleOf = (width: number, height: number, agency: Agency = adobe) =>
    findScale({ width, height }, agency);
  expect([scaleOf(1000, 1000), scaleOf(999, 1000), scaleOf(500, 500), scaleOf(499, 500)]).toEqual([
    2,
    4,
    4,
    undefined,
  ]);
  expect(scaleOf(2000, 2000)).toBeUndefined();
  // 4x would have 144 megapixels, and 2x is not enough.
  expect(scaleOf(3000, 3000, { ...adobe, minMegapixels: 40 })).toBeUndefined();
  expect(scaleOf(400, 9000, { ...adobe, minMegapixels: 0, minEdge: 800 })).toBe(2);
});

test('a studio’s profile is checked field by field', () => {
  const { id: _id, types: _types, refusesNames: _refusesNames, facts: _facts, ...own } = OWN_AGENCY;
  expect(OwnAgencySchema.parse(own)).toEqual(own);
  for (const wrong of [
    { minMegapixels: -1 },
    { maxBytes: 0 },
    { title: { ...own.title, maxLength: 9 } },
    { keywords: { ...own.keywords, characters: 'emoji' } },
    { csv: { ...own.csv, columns: [] } },
    { note: 'x' },
  ]) {
    expect(OwnAgencySchema.safeParse({ ...own, ...wrong }).success, JSON.stringify(wrong)).toBe(false);
  }
});
