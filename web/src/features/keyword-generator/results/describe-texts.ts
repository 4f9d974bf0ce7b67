import type { KeywordResult, KeywordTexts } from '@portal/contracts/keyword-generator';
import { containsWords, splitWords } from '../../../ui/search-words.ts';

/** Title, description and keywords, for the clipboard. */
export const describeTexts = (texts: KeywordTexts): string =>
  [texts.seo_image_title, texts.seo_description, texts.keywords.join(', ')].join('\n\n');

/** Whether the file name and texts contain every word of a search. */
export const matchesSearch = (result: KeywordResult, search: string): boolean =>
  containsWords(splitWords(search), [result.fileName, describeTexts(result)]);
