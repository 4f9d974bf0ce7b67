import {
  expandPrompts,
  type Expansion,
  type PromptMode,
} from '@portal/contracts/prompt-lists/expand-prompts';
import { parseLines } from '@portal/contracts/prompt-lists/parse-lines';
import { type ListedPrompt } from '@portal/contracts/generation-request';
import { findPromptProblem } from '@portal/contracts/prompt-lists/find-prompt-problem';
import { limitRows, type ParsedRows, type PromptProblem } from '@portal/contracts/prompt-lists/prompt-row';
import type { PromptStyle } from '@portal/contracts/prompt-lists/prompt-style';
import { countOf } from '../../ui/count.ts';
import type { PromptListValue } from './prompt-list-value.ts';

type ListInput = Omit<PromptListValue, 'edited'>;

/** All prompts of the text and the files, before wildcards. */
export const collectRows = ({ text, files }: Pick<ListInput, 'text' | 'files'>): ParsedRows =>
  limitRows({
    rows: [...parseLines(text), ...files.flatMap(({ rows }) => rows)],
    problems: files.flatMap(({ problems }) => problems),
  });

/** Nothing while the studio's lists and styles are loading. */
export function expandList(
  list: ListInput,
  { rows, problems }: ParsedRows,
  lists: ReadonlyMap<string, readonly string[]> | undefined,
  known: readonly PromptStyle[] | undefined,
): Expansion {
  if (!lists || !known) return { prompts: [], total: 0, problems };
  const styles = list.styles.flatMap((name) => known.find((style) => style.name === name) ?? []);
  const lost = list.styles.filter((name) => !styles.some((style) => style.name === name));
  const expansion = expandPrompts({ rows, lists, styles, mode: toMode(list) });
  return {
    ...expansion,
    problems: [
      ...problems,
      ...expansion.problems,
      ...lost.map((name) => ({ message: `The style “${name}” was deleted. Remove it.` })),
    ],
  };
}

const toMode = ({ mode, sampleCount, sampleSeed }: ListInput): PromptMode =>
  mode === 'combine' ? { kind: mode } : { kind: mode, count: sampleCount, seed: sampleSeed };

/** The rows say what is wrong with each. */
export function findProblems(prompts: readonly ListedPrompt[]): PromptProblem[] {
  const faulty = prompts.filter((prompt) => findPromptProblem(prompt) !== undefined).length;
  return faulty === 0
    ? []
    : [
        {
          message: `${countOf(faulty, 'prompt')} cannot be used. Edit or remove ${faulty === 1 ? 'it' : 'them'}.`,
        },
      ];
}
