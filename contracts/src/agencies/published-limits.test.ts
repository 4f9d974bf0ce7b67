import { describe, expect, test } from 'vitest';
import { AGENCIES } from './agencies.ts';
import type { Agency, FactName } from './agency.ts';
import { OWN_AGENCY } from './profiles/own-agency.ts';
import { ALL_AGENCIES } from './testing/all-agencies.ts';

/** As the agencies publish them: a number that is changed by mistake in a profile fails here. */
const PUBLISHED: Record<string, readonly unknown[]> = {
  // AI, names, megapixels, sides, bytes, file name, words and length of a title, keywords: min, max, in the file and the CSV.
  'adobe-stock': [true, true, 4, 100, null, null, null, 45_000_000, 30, 1, 70, 5, 50, 49],
  shutterstock: [false, false, 4, null, null, null, null, 50_000_000, null, 2, 200, 7, 50, 50],
  'getty-images': [false, false, 1.92, null, null, null, null, null, null, 1, 250, 1, 50, 50],
  dreamstime: [true, false, 3, 70, null, null, null, 1_000_000_000, null, 1, 200, 5, 50, 50],
  '123rf': [true, false, 6, null, null, null, null, 30_000_000, null, 1, 255, 7, 50, 50],
  depositphotos: [false, false, 3.84, null, null, null, null, 50_000_000, null, 1, 250, 1, 50, 50],
  magnific: [true, false, 4, 100, 2000, 10_000, 1_500_000, 250_000_000, null, 1, 100, 5, 50, 50],
  studio: [true, false, 0, null, null, null, null, null, null, 0, 200, 0, 50, 50],
};

test.each(ALL_AGENCIES)('limits of %s', (_name, agency) => {
  const { acceptsAi, refusesNames, minMegapixels, maxMegapixels, minEdge, maxEdge, minBytes, maxBytes } =
    agency;
  const { maxFileNameLength, title, keywords } = agency;
  expect([
    ...[
      acceptsAi,
      refusesNames,
      minMegapixels,
      maxMegapixels,
      minEdge,
      maxEdge,
      minBytes,
      maxBytes,
      maxFileNameLength,
    ],
    ...[title.minWords, title.maxLength, keywords.min, keywords.max, keywords.written],
  ]).toEqual(PUBLISHED[agency.id]);
});

/** Which limit each source is for. */
const LIMITS: Record<FactName, (agency: Agency) => unknown> = {
  ai: ({ acceptsAi }) => String(acceptsAi),
  enlarging: ({ enlargingAdvice }) => enlargingAdvice,
  types: ({ types }) => types,
  minMegapixels: ({ minMegapixels }) => minMegapixels,
  maxMegapixels: ({ maxMegapixels }) => maxMegapixels,
  edges: ({ minEdge, maxEdge }) => minEdge ?? maxEdge,
  minBytes: ({ minBytes }) => minBytes,
  maxBytes: ({ maxBytes }) => maxBytes,
  fileName: ({ maxFileNameLength }) => maxFileNameLength,
  texts: ({ needsTexts }) => String(needsTexts),
  title: ({ title }) => title,
  keywords: ({ keywords }) => keywords,
  names: ({ refusesNames }) => (refusesNames ? 'refused' : null),
  language: ({ isEnglishOnly }) => String(isEnglishOnly),
  categories: ({ categories }) => categories,
  csv: ({ csv }) => csv ?? 'none',
};

const SOLD: readonly [string, Agency][] = AGENCIES.map((agency) => [agency.name, agency]);

describe.each(SOLD)('sources of %s', (_name, agency) => {
  test.each(Object.entries(LIMITS))('%s', (name, read) => {
    const fact = Object.entries(agency.facts).find(([key]) => key === name)?.[1];
    if (read(agency) === null) return;
    expect(fact?.source, name).toMatch(/\S/);
    expect(fact?.checkedOn).toMatch(/^2026-11-/);
    // What the agency says has an address or the title of its document.
    if (fact?.isVerified) expect(fact.source).toMatch(/https?:\/\/|“.+”/);
  });
});

test('has an agency of each kind, with different ids and CSV files', () => {
  const ids = [...AGENCIES, OWN_AGENCY].map(({ id }) => id);
  expect(new Set(ids).size).toBe(8);
  expect(AGENCIES.filter(({ acceptsAi }) => !acceptsAi).map(({ id }) => id)).toEqual([
    'shutterstock',
    'getty-images',
    'depositphotos',
  ]);
});
