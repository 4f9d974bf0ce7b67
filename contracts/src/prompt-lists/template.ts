/**
 * Prompts with wildcards, in the language of sd-dynamic-prompts (github.com/adieyal/dynamicprompts, `docs/SYNTAX.md` and
 * `src/dynamicprompts/parser/parse.py`):
 *
 * | Written               | Means                                                                  |
 * | --------------------- | ---------------------------------------------------------------------- |
 * | `{a\|b}`              | one of the options                                                     |
 * | `{0.5::a\|b}`         | weights, relative, 1 if omitted; only a random sample uses them        |
 * | `{2$$a\|b\|c}`        | two different options in any order, joined by a comma                  |
 * | `{2$$ and $$a\|b\|c}` | joined by " and "                                                      |
 * | `{1-2$$a\|b\|c}`      | one or two; `{-2$$…}` from one, `{1-$$…}` up to all                    |
 * | `__color__`           | an entry of the studio list "color"; `{2$$__color__}` two different ones |
 * | `# …`                 | a comment, as a line of its own                                        |
 *
 * Stricter than the original, because each picture is paid for: choosing more options than there are is an error (the
 * original chooses all), and so are a brace without its counterpart, an unknown list, variables (`${…}`), wraps (`%{…}`)
 * and signs for samplers (`{~…}`). Added: a backslash makes the next special character plain. Equal options are
 * not merged, so that combinations can be counted without making them.
 */
export type Template = readonly TemplatePart[];
export type TemplatePart = string | Choice | ListReference;

export interface Choice {
  readonly kind: 'choice';
  readonly options: readonly Option[];
  /** How many options are chosen; null if one, without `$$`. */
  readonly bounds: Bounds | null;
  /** Of its brace in the template, from 1. */
  readonly column: number;
}

export interface Option {
  readonly weight: number;
  readonly template: Template;
}

export interface Bounds {
  readonly min: number;
  /** Null for as many as there are. */
  readonly max: number | null;
  readonly separator: string;
}

export interface ListReference {
  readonly kind: 'list';
  readonly name: string;
  readonly column: number;
}

/** Says what to change, and where. */
export class TemplateError extends Error {
  /** From 1. */
  readonly column: number;

  constructor(column: number, message: string) {
    super(message);
    this.column = column;
  }
}
