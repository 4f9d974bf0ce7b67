import { MAX_SEED } from '../generation-request.ts';
import { makeCompile, type Compile, type PromptLists } from './compile-template.ts';
import { MAX_COUNT, type Expression } from './expression.ts';
import { parseTemplate } from './parse-template.ts';
import { type ListedPrompt } from '../generation-request.ts';
import { findPromptProblem, MAX_PIPELINE_PICTURES } from './find-prompt-problem.ts';
import { MAX_TEMPLATE_LENGTH, type PromptProblem, type PromptRow } from './prompt-row.ts';
import { applyStyle, type PromptStyle } from './prompt-style.ts';
import { makeRandom } from './random.ts';
import { sampleTexts, shareOut } from './sample-texts.ts';
import { TemplateError } from './template.ts';

/** All combinations, or `count` random prompts of them, the same ones for the same seed. */
export type PromptMode =
  | { readonly kind: 'combine' }
  | { readonly kind: 'sample'; readonly count: number; readonly seed: number };

export interface PromptList {
  readonly rows: readonly PromptRow[];
  readonly lists: PromptLists;
  /** Each prompt is made in each style; without styles, as it is. */
  readonly styles: readonly PromptStyle[];
  readonly mode: PromptMode;
}

export interface Expansion {
  /** Pictures that the list makes, also if they are too many to be listed. Not exact from MAX_COUNT. */
  readonly total: number;
  /** Empty if there are too many. */
  readonly prompts: readonly ListedPrompt[];
  readonly problems: readonly PromptProblem[];
}

interface Compiled {
  readonly row: PromptRow;
  readonly expression: Expression;
}

/** Counts first, so that a list with too many combinations answers at once. */
export function expandPrompts({ rows, lists, styles, mode }: PromptList): Expansion {
  const problems: PromptProblem[] = [];
  const compile = makeCompile(lists, { isSample: mode.kind === 'sample' });
  const compiled = rows.flatMap((row): Compiled[] => {
    const found = compileRow(compile, row);
    if ('expression' in found) return [found];
    problems.push(found);
    return [];
  });
  const perPrompt = Math.max(styles.length, 1);
  const total = Math.min(countPrompts(compiled, mode) * perPrompt, MAX_COUNT);
  if (total > MAX_PIPELINE_PICTURES) {
    return { total, prompts: [], problems: [...problems, { message: describeExcess(total, mode) }] };
  }
  const made = listTexts(compiled, mode).flatMap(({ row, texts }) => dress(row, texts, styles));
  const prompts = numberNames(made.map(({ prompt }) => prompt));
  problems.push(...findFaults(prompts, made));
  return { total, prompts, problems };
}

function compileRow(compile: Compile, row: PromptRow): Compiled | PromptProblem {
  const { template, place } = row;
  if (template.length > MAX_TEMPLATE_LENGTH) {
    return { place, message: 'This prompt has more than 5,000 characters. Shorten it.' };
  }
  try {
    return { row, expression: compile(parseTemplate(template)) };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return { place: { ...place, column: place.column + error.column - 1 }, message: error.message };
  }
}

function countPrompts(compiled: readonly Compiled[], mode: PromptMode): number {
  if (mode.kind === 'sample') return compiled.length === 0 ? 0 : mode.count;
  return compiled.reduce((sum, { row, expression }) => sum + expression.count * row.count, 0);
}

function describeExcess(total: number, { kind }: PromptMode): string {
  const count = total < MAX_COUNT ? total.toLocaleString('en') : 'over a quadrillion';
  const help =
    kind === 'combine'
      ? 'Choose “Random sample”, or remove options or styles.'
      : 'Lower the count, or remove styles.';
  return `This makes ${count} pictures. A job has at most 1,000. ${help}`;
}

/** In the order of the rows. */
function listTexts(
  compiled: readonly Compiled[],
  mode: PromptMode,
): { row: PromptRow; texts: readonly string[] }[] {
  if (mode.kind === 'combine') {
    return compiled.map(({ row, expression }) => ({
      row,
      texts: [...expression.all()].flatMap((text) => Array.from({ length: row.count }, () => finish(text))),
    }));
  }
  const shares = shareOut(
    compiled.map(({ row, expression }) => ({ capacity: expression.count * row.count, weight: row.count })),
    mode.count,
    makeRandom(mode.seed, ''),
  );
  return compiled.map(({ row, expression }, index) => ({
    row,
    // Changing one prompt does not change the picks of the others.
    texts: sampleTexts(expression, shares[index] ?? 0, makeRandom(mode.seed, row.template), finish),
  }));
}

const finish = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

interface Made {
  readonly row: PromptRow;
  readonly prompt: ListedPrompt;
}

function dress(row: PromptRow, texts: readonly string[], styles: readonly PromptStyle[]): Made[] {
  const copies = new Map<string, number>();
  return texts.flatMap((text) => {
    const copy = copies.get(text) ?? 0;
    copies.set(text, copy + 1);
    const common = {
      ...(row.negativePrompt !== undefined && { negativePrompt: row.negativePrompt }),
      // The same seed would make the same picture again.
      ...(row.seed !== undefined && { seed: (row.seed + copy) % (MAX_SEED + 1) }),
    };
    if (styles.length === 0) return { row, prompt: { prompt: text, ...nameOf(row.name), ...common } };
    return styles.map((style) => ({
      row,
      prompt: {
        prompt: text === '' ? '' : applyStyle(text, style),
        ...nameOf(row.name === undefined ? style.name : `${row.name} ${style.name}`),
        ...common,
      },
    }));
  });
}

const nameOf = (name: string | undefined) => (name === undefined ? {} : { name });

/** Names that occur once stay as they are. */
function numberNames(prompts: readonly ListedPrompt[]): ListedPrompt[] {
  const totals = new Map<string, number>();
  for (const { name } of prompts) if (name !== undefined) totals.set(name, (totals.get(name) ?? 0) + 1);
  const numbers = new Map<string, number>();
  return prompts.map((prompt) => {
    const { name } = prompt;
    if (name === undefined || totals.get(name) === 1) return prompt;
    const number = (numbers.get(name) ?? 0) + 1;
    numbers.set(name, number);
    return { ...prompt, name: `${name} ${number}` };
  });
}

/** One problem for all pictures of a row with the same fault. */
function findFaults(prompts: readonly ListedPrompt[], made: readonly Made[]): PromptProblem[] {
  const faults = new Map<PromptRow, Map<string, number[]>>();
  for (const [index, prompt] of prompts.entries()) {
    const row = made[index]?.row;
    const fault = findPromptProblem(prompt);
    if (!row || fault === undefined) continue;
    const ofRow = faults.get(row) ?? new Map<string, number[]>();
    faults.set(row, ofRow.set(fault, [...(ofRow.get(fault) ?? []), index + 1]));
  }
  return [...faults].flatMap(([{ place }, ofRow]) =>
    [...ofRow].map(([fault, pictures]) => ({ place, message: `${listPictures(pictures)}: ${fault}.` })),
  );
}

const MAX_LISTED = 5;

function listPictures(numbers: readonly number[]): string {
  const shown = numbers.slice(0, MAX_LISTED).join(', ');
  const more = numbers.length - MAX_LISTED;
  return `${numbers.length === 1 ? 'Picture' : 'Pictures'} ${shown}${more > 0 ? ` and ${more} more` : ''}`;
}
