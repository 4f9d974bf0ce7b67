import type { ListedPrompt } from '@portal/contracts/generation-request';

/** How many prompts say the same as an earlier one, and the index of the first. Another seed makes another picture. */
export function findRepeated(prompts: readonly ListedPrompt[]): { count: number; first: number } {
  const known = new Set<string>();
  const isRepeated = prompts.map(({ prompt, negativePrompt, seed }) => {
    const before = known.size;
    return known.add(JSON.stringify([prompt, negativePrompt, seed])).size === before;
  });
  return { count: isRepeated.filter(Boolean).length, first: isRepeated.indexOf(true) };
}
