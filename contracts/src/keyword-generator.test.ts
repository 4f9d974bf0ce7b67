import { describe, expect, it } from 'vitest';
import { KeywordOptionsSchema, KeywordTextsSchema } from './keyword-generator.ts';

const words = (count: number) => Array.from({ length: count }, (_, index) => `word ${index}`);
const findPaths = (error: { issues: { path: PropertyKey[] }[] } | undefined) =>
  error?.issues.map(({ path }) => path.join('.'));

describe('options', () => {
  it.each<[field: string, value: unknown, message: RegExp, path?: string]>([
    ['batchName', ' ', /^The name is empty\.$/],
    ['batchName', 'n'.repeat(151), /^A name can have at most 150 characters\.$/],
    ['context', 'c'.repeat(1001), /^The context can have at most 1000 characters\.$/],
    ['mustAppear', words(26), /^Use at most 25 words\.$/],
    ['mustNotAppear', words(26), /^Use at most 25 words\.$/],
    ['mustAppear', ['fine', 'k'.repeat(61)], /^A keyword can have at most 60 characters\.$/, 'mustAppear.1'],
    ['mustNotAppear', [' '], /^A keyword is empty\.$/, 'mustNotAppear.0'],
    ['mustAppear', 'a, b', /array/],
    ['mustAppear', [7], /string/, 'mustAppear.0'],
    ['keywordCount', 4, /5/],
    ['keywordCount', 51, /50/],
    ['keywordCount', 5.5, /int/],
    ['keywordCount', 'many', /number/],
    ['language', 'Klingon', /English/],
    ['language', 'english', /English/],
  ])('have no invalid %s (%#)', (field, value, message, path = field) => {
    const { error } = KeywordOptionsSchema.safeParse({ [field]: value });
    expect(findPaths(error)).toEqual([path]);
    expect(error?.issues[0]?.message).toMatch(message);
  });

  it('may be at the limits', () => {
    const options = {
      context: 'c'.repeat(1000),
      mustAppear: words(25),
      mustNotAppear: ['k'.repeat(60)],
      keywordCount: 25,
      language: 'Turkish',
    };
    expect(KeywordOptionsSchema.parse(options)).toEqual(options);
  });
});

const TEXTS = {
  seo_image_title: 't'.repeat(200),
  seo_description: 'd'.repeat(500),
  keywords: Array.from({ length: 50 }, (_, index) => `${index}`.padEnd(60, 'k')),
  category: 1,
};

describe('texts', () => {
  it('may be at the limits [D-media.12]', () => {
    expect(KeywordTextsSchema.parse(TEXTS)).toEqual(TEXTS);
  });

  it.each<[path: string, changes: Record<string, unknown>]>([
    ['seo_image_title', { seo_image_title: 't'.repeat(201) }],
    ['seo_image_title', { seo_image_title: ' ' }],
    ['seo_image_title', { seo_image_title: undefined }],
    ['seo_description', { seo_description: 'd'.repeat(501) }],
    ['seo_description', { seo_description: '' }],
    ['seo_description', { seo_description: null }],
    ['keywords', { keywords: [] }],
    ['keywords', { keywords: [...TEXTS.keywords, 'one more'] }],
    ['keywords', { keywords: 'a, b' }],
    ['keywords.1', { keywords: ['fine', 'k'.repeat(61)] }],
    ['keywords.0', { keywords: ['  '] }],
    ['category', { category: 22 }],
    ['category', { category: '7' }],
    ['category', { category: undefined }],
  ])('have no invalid %s (%#) [D-media.12]', (path, changes) => {
    expect(findPaths(KeywordTextsSchema.safeParse({ ...TEXTS, ...changes }).error)).toEqual([path]);
  });
});
