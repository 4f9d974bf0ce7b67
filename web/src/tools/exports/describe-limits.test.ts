import { AGENCIES } from '@portal/contracts/agencies/agencies';
import { MEGABYTE, type Agency } from '@portal/contracts/agencies/agency';
import { expect, it } from 'vitest';
import { describeLimits } from './describe-limits.ts';

const [first] = AGENCIES;
if (!first) throw new Error('There are no agencies.');

const describeAgency = (overrides: Partial<Agency>) =>
  Object.fromEntries(describeLimits({ ...first, ...overrides }).map(({ name, value }) => [name, value]));

it('says each limit of an agency in words', () => {
  const csv = first.csv && { ...first.csv, columns: first.csv.columns.slice(0, 2) };
  const limits = describeAgency({
    acceptsAi: true,
    enlargingAdvice: 'Enlarge at most twice.',
    minMegapixels: 4,
    maxMegapixels: 1000,
    minEdge: 1600,
    maxEdge: 9000,
    minBytes: MEGABYTE,
    maxBytes: 45 * MEGABYTE,
    maxFileNameLength: 30,
    title: { ...first.title, maxLength: 70, allowsCommas: false },
    keywords: { ...first.keywords, min: 5, max: 49 },
    needsTexts: true,
    isEnglishOnly: true,
    csv,
  });
  expect(limits).toEqual({
    'AI pictures': 'Accepted',
    'Enlarged pictures': 'Enlarge at most twice.',
    'Minimum size': '4 megapixels',
    'Maximum size': '1,000 megapixels',
    Names: 'AI pictures are refused for names in title or keywords',
    Sides: '1,600 to 9,000 pixels',
    'Minimum file size': '1 MB',
    'Maximum file size': '45 MB',
    'File name': 'Up to 30 characters',
    Title: 'Up to 70 characters, no commas',
    Keywords: '5 to 49',
    Texts: 'Must be inside the file',
    Language: 'English',
    CSV: csv?.columns.map(({ header }) => header).join(', '),
  });
});

it('leaves out what an agency does not limit', () => {
  const none = {
    enlargingAdvice: null,
    minMegapixels: 0,
    maxMegapixels: null,
    minEdge: null,
    maxEdge: null,
    minBytes: null,
    maxBytes: null,
    maxFileNameLength: null,
    csv: null,
  };
  const limits = describeAgency({
    ...none,
    acceptsAi: false,
    title: { ...first.title, maxLength: 70, allowsCommas: true },
    keywords: { ...first.keywords, min: 0, max: 50 },
    needsTexts: false,
    isEnglishOnly: false,
  });
  expect(limits).toEqual({
    'AI pictures': 'Not accepted',
    Title: 'Up to 70 characters',
    Keywords: 'Up to 50',
    Texts: 'Inside the file, or entered on the agency’s site',
    Language: 'Any',
    CSV: 'None: texts are read from the files',
  });
});

it('says sides with one limit', () => {
  expect(describeAgency({ minEdge: 1600, maxEdge: null })['Sides']).toBe('At least 1,600 pixels');
  expect(describeAgency({ minEdge: null, maxEdge: 9000 })['Sides']).toBe('At most 9,000 pixels');
});

it('has the source of each limit', () => {
  const [limit] = describeLimits(first);
  expect(limit?.fact).toBe(first.facts.ai);
});
