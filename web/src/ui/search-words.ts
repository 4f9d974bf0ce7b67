/** A search finds texts that contain each of its words, in any case and order. */
export const splitWords = (search: string): string[] => search.toLowerCase().split(/\s+/).filter(Boolean);

export function containsWords(words: readonly string[], texts: readonly string[]): boolean {
  const text = texts.join('\n').toLowerCase();
  return words.every((word) => text.includes(word));
}
