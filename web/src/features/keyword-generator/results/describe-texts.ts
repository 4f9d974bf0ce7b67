import type { KeywordResult, KeywordTexts } from '@portal/contracts/keyword-generator';

/** Title, description and keywords, for the clipboard. */
export const describeTexts = (texts: KeywordTexts): string =>
  [texts.seo_image_title, texts.seo_description, texts.keywords.join(', ')].join('\n\n');

/** Whether the file name and texts contain every word of a search. */
export function matchesSearch(result: KeywordResult, search: string): boolean {
  const text = `${result.fileName}\n${describeTexts(result)}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
