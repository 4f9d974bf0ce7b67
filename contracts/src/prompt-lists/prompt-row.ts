/** A prompt as it was written, before its wildcards are filled in. */
export interface PromptRow {
  readonly template: string;
  readonly name?: string;
  /** Pictures of each combination. */
  readonly count: number;
  readonly negativePrompt?: string;
  readonly seed?: number;
  readonly place: Place;
}

export interface Place {
  /** The file, if the row comes from one. */
  readonly file?: string;
  /** From 1. */
  readonly line: number;
  /** Of the template in its line, from 1. */
  readonly column: number;
}

/** What keeps a list from being started, and what to change. */
export interface PromptProblem {
  /** Undefined if it concerns the whole list. */
  readonly place?: Place;
  readonly message: string;
}

export interface ParsedRows {
  readonly rows: readonly PromptRow[];
  readonly problems: readonly PromptProblem[];
}

/** Rows of one list. Each makes at least one picture, unless it is sampled. */
const MAX_PROMPT_ROWS = 1000;
export const MAX_TEMPLATE_LENGTH = 5000;

export const limitRows = ({ rows, problems }: ParsedRows): ParsedRows =>
  rows.length <= MAX_PROMPT_ROWS
    ? { rows, problems }
    : {
        rows: rows.slice(0, MAX_PROMPT_ROWS),
        problems: [
          ...problems,
          { message: `There are ${rows.length.toLocaleString('en')} prompts. A list has at most 1,000.` },
        ],
      };
