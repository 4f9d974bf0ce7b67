import { DEFAULT_OPTIONS, type Options } from './saved-options.ts';

/** Summarizes the options that differ from the defaults. */
export function describeOptions({
  context,
  mustAppear,
  mustNotAppear,
  keywordCount,
  language,
}: Options): string {
  return [
    ...(context.trim() === '' ? [] : ['Context']),
    ...(mustAppear.length === 0 ? [] : [`Include ${countWords(mustAppear)}`]),
    ...(mustNotAppear.length === 0 ? [] : [`Exclude ${countWords(mustNotAppear)}`]),
    ...(keywordCount === DEFAULT_OPTIONS.keywordCount ? [] : [`Up to ${keywordCount} keywords`]),
    ...(language === DEFAULT_OPTIONS.language ? [] : [language]),
  ].join(' · ');
}

const countWords = ({ length }: readonly string[]): string => `${length} ${length === 1 ? 'word' : 'words'}`;
