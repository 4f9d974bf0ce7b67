import type { KeywordResult, KeywordTexts } from '@portal/contracts/keyword-generator';

/** For the clipboard: title, description and keywords, with a line between them. */
export const describeTexts = (texts: KeywordTexts): string =>
  [texts.seo_image_title, texts.seo_description, texts.keywords.join(', ')].join('\n\n');

/** Whether all words of a search are somewhere in what is known of a picture. */
export function isFound(result: KeywordResult, search: string): boolean {
  const text = `${result.fileName}\n${describeTexts(result)}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
