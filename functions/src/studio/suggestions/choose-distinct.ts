import type { Suggestion, SuggestionRequest } from '@portal/contracts/prompt-suggestions';
import { hasWords, splitStems } from '../../tools/keyword-generator/compare-words.ts';

/** The share of all words of two prompts that both have, beside those of the theme. With more they make alike pictures. */
const MAX_SHARED = 0.7;

/** Words that say nothing about a picture. */
const FILLERS = new Set(
  'a an the of and or in on at by with from to into over under for as is are its their'.split(' '),
);

interface Chosen {
  suggestions: Suggestion[];
  /** How many were like another prompt, or had a word that must not appear. */
  leftOut: number;
}

/** In their order, as many as were asked for. `known`: prompts that exist. */
export function chooseDistinct(
  candidates: readonly Suggestion[],
  { count, theme, must, mustNot }: Pick<SuggestionRequest, 'count' | 'theme' | 'must' | 'mustNot'>,
  known: readonly string[],
): Chosen {
  const common = new Set([...FILLERS, ...[theme, ...must].flatMap((text) => splitStems(text, 'English'))]);
  const listWords = (prompt: string) => listTelling(prompt, common);
  const taken = known.map(listWords);
  const chosen: Chosen = { suggestions: [], leftOut: 0 };
  for (const candidate of candidates) {
    if (chosen.suggestions.length === count) break;
    const words = listWords(candidate.prompt);
    const isForbidden = mustNot.some((word) => hasWords(candidate.prompt, word, 'English'));
    if (isForbidden || taken.some((other) => isAlike(words, other))) chosen.leftOut += 1;
    else {
      taken.push(words);
      chosen.suggestions.push(candidate);
    }
  }
  return chosen;
}

/** Words that not every prompt has; all if there are no others. */
function listTelling(prompt: string, common: ReadonlySet<string>): ReadonlySet<string> {
  const words = new Set(splitStems(prompt, 'English'));
  const telling = words.difference(common);
  return telling.size > 0 ? telling : words;
}

function isAlike(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [smaller, larger] = one.size < other.size ? [one, other] : [other, one];
  // Cannot share enough.
  if (smaller.size <= MAX_SHARED * larger.size) return false;
  let shared = 0;
  for (const word of smaller) if (larger.has(word)) shared += 1;
  return shared > MAX_SHARED * (one.size + other.size - shared);
}
