import type { ListedPrompt } from '@portal/contracts/generation-request';
import { MAX_PIPELINE_PICTURES } from '@portal/contracts/prompt-lists/find-prompt-problem';
import type { PromptProblem, PromptRow } from '@portal/contracts/prompt-lists/prompt-row';

/** A table of prompts that was added to a list. */
export interface PromptFile {
  readonly name: string;
  readonly rows: readonly PromptRow[];
  readonly problems: readonly PromptProblem[];
}

/** What a person has entered. `usePromptList` makes its prompts. */
export interface PromptListValue {
  /** A prompt in each line. */
  readonly text: string;
  /** Their prompts follow those of the text. */
  readonly files: readonly PromptFile[];
  readonly mode: 'combine' | 'sample';
  /** Prompts of a sample, before styles. */
  readonly sampleCount: number;
  readonly sampleSeed: number;
  /** Names of studio styles. */
  readonly styles: readonly string[];
  /** The prompts once one was edited by hand. They no longer follow the list. */
  readonly edited: readonly ListedPrompt[] | null;
}

export type PromptListChange = Partial<Omit<PromptListValue, 'edited'>>;

export const EMPTY_PROMPT_LIST: PromptListValue = {
  text: '',
  files: [],
  mode: 'combine',
  sampleCount: 100,
  sampleSeed: 1,
  styles: [],
  edited: null,
};

/** Prompts that were edited by hand are made anew. */
export const changeList = (value: PromptListValue, change: PromptListChange): PromptListValue => ({
  ...value,
  ...change,
  edited: null,
});

/** Replaces a file of the same name. */
export const addFile = (files: readonly PromptFile[], file: PromptFile): PromptFile[] => [
  ...files.filter(({ name }) => name !== file.name),
  file,
];

/** Lines after those that are there. */
export const addLines = (text: string, lines: string): string =>
  [text.trimEnd(), lines.trim()].filter((part) => part !== '').join('\n');

/** After those that are there, also if these were edited by hand. */
export const addPrompts = (value: PromptListValue, prompts: readonly string[]): PromptListValue =>
  value.edited
    ? { ...value, edited: [...value.edited, ...prompts.map((prompt) => ({ prompt }))] }
    : { ...value, text: addLines(value.text, prompts.join('\n')) };

/** How many prompts can be added to a list that makes `total` pictures. */
export function countRoom({ edited, mode, styles }: PromptListValue, total: number): number {
  // Some of all are picked at random.
  if (!edited && mode === 'sample') return MAX_PIPELINE_PICTURES;
  const perPrompt = edited ? 1 : Math.max(styles.length, 1);
  return Math.max(0, Math.floor((MAX_PIPELINE_PICTURES - total) / perPrompt));
}

/** An empty name leaves it out. */
export const editPrompt = (
  prompts: readonly ListedPrompt[],
  index: number,
  change: { prompt?: string; name?: string },
): ListedPrompt[] =>
  prompts.map((prompt, at) => {
    if (at !== index) return prompt;
    const { name, ...edited } = { ...prompt, ...change };
    return name === undefined || name === '' ? edited : { ...edited, name };
  });

export const removePrompt = (prompts: readonly ListedPrompt[], index: number): ListedPrompt[] =>
  prompts.filter((_, at) => at !== index);
