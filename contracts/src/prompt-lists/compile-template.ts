import { alternative, literal, selection, sequence, type Expression, type Weighted } from './expression.ts';
import { parseOption } from './parse-template.ts';
import { TemplateError, type Choice, type Option, type Template } from './template.ts';

/** The entries of each studio list, by name. */
export type PromptLists = ReadonlyMap<string, readonly string[]>;

/** More would not fit into a prompt. */
const MAX_CHOSEN = 20;
/** Characters and wildcards of one text. */
const MAX_SIZE = 20_000;

interface CompiledList {
  readonly options: Weighted[];
  /** One of them. */
  readonly any: Expression;
}

interface Compiler {
  readonly lists: PromptLists;
  /** Options with weight 0 are never picked at random. */
  readonly isSample: boolean;
  readonly compiled: Map<string, CompiledList>;
  /** Lists that are being compiled, the outermost first. */
  readonly open: readonly string[];
}

export type Compile = (template: Template) => Expression;

/** Compiles each list once. Throws a TemplateError. */
export function makeCompile(lists: PromptLists, { isSample }: { isSample: boolean }): Compile {
  const compiler: Compiler = { lists, isSample, compiled: new Map(), open: [] };
  return (template) => {
    const expression = compileTemplate(compiler, template);
    if (expression.size > MAX_SIZE) {
      throw new TemplateError(1, 'Some combinations would be far too long. Use fewer lists in lists.');
    }
    return expression;
  };
}

const compileTemplate = (compiler: Compiler, template: Template): Expression =>
  sequence(
    template.map((part) => {
      if (typeof part === 'string') return literal(part);
      if (part.kind === 'choice') return compileChoice(compiler, part);
      return compileList(compiler, part.name, part.column).any;
    }),
  );

function compileChoice(compiler: Compiler, choice: Choice): Expression {
  const { bounds, column } = choice;
  const options = listOptions(compiler, choice);
  if (!bounds) return alternative(options);
  const max = bounds.max ?? Math.max(options.length, bounds.min);
  if (max > options.length) {
    const wanted = bounds.max === bounds.min ? `${max}` : `up to ${max}`;
    throw new TemplateError(
      column,
      `This chooses ${wanted} of ${options.length}. Add options, or choose fewer.`,
    );
  }
  if (max > MAX_CHOSEN) {
    throw new TemplateError(
      column,
      `This chooses up to ${max} at once. Choose at most ${MAX_CHOSEN}, as in {1-${MAX_CHOSEN}$$…}.`,
    );
  }
  return selection(options, { ...bounds, max });
}

/** A list alone in braces stands for its entries, as in the original: `{2$$__color__}` has no repeats. */
function listOptions(compiler: Compiler, { options, column }: Choice): Weighted[] {
  const [option] = options;
  const [part, ...others] = option?.template ?? [];
  if (options.length === 1 && others.length === 0 && typeof part === 'object' && part.kind === 'list') {
    return compileList(compiler, part.name, part.column).options;
  }
  return compileOptions(compiler, options, column);
}

function compileOptions(compiler: Compiler, options: readonly Option[], column: number): Weighted[] {
  const used = compiler.isSample ? options.filter(({ weight }) => weight > 0) : options;
  if (used.length === 0) {
    throw new TemplateError(column, 'All options have weight 0. Give one a weight above 0.');
  }
  return used.map(({ weight, template }) => ({ weight, expression: compileTemplate(compiler, template) }));
}

const isComment = (entry: string): boolean => entry.startsWith('#');

function compileList(compiler: Compiler, name: string, column: number): CompiledList {
  const { lists, compiled, open } = compiler;
  const known = compiled.get(name);
  if (known) return known;
  if (open.includes(name)) {
    const path = [...open.slice(open.indexOf(name)), name].join(' → ');
    throw new TemplateError(column, `The list “${name}” contains itself: ${path}. Remove __${name}__ there.`);
  }
  const entries = lists.get(name);
  if (!entries) {
    throw new TemplateError(
      column,
      `There is no list “${name}”. Correct the name, or create it under Lists and styles.`,
    );
  }
  if (entries.every(isComment)) {
    throw new TemplateError(column, `The list “${name}” is empty. Add entries under Lists and styles.`);
  }
  const inside = { ...compiler, open: [...open, name] };
  const options = entries.flatMap((entry, index) => {
    if (isComment(entry)) return [];
    try {
      const option = parseOption(entry);
      if (compiler.isSample && option.weight === 0) return [];
      return { weight: option.weight, expression: compileTemplate(inside, option.template) };
    } catch (error) {
      // The outermost list is named by the place of the reference.
      if (!(error instanceof TemplateError) || open.length > 0) throw error;
      throw new TemplateError(column, `In the list “${name}”, entry ${index + 1}: ${error.message}`);
    }
  });
  if (options.length === 0) {
    throw new TemplateError(column, `All entries of the list “${name}” have weight 0. Change one.`);
  }
  const list = { options, any: alternative(options) };
  compiled.set(name, list);
  return list;
}
