/** Texts that a template can make: counted without making them, all in a stable order, or one at random. */
import { pickIndex, pickInteger, type Random } from './random.ts';

/** Larger counts are not exact. */
export const MAX_COUNT = 1e15;

export interface Expression {
  /** At most MAX_COUNT. */
  readonly count: number;
  /** The most work that one text can be: lists in lists could grow without bounds. */
  readonly size: number;
  /** The first parts change last, as in the original. */
  readonly all: () => Iterable<string>;
  /** By weight, or each option alike. */
  readonly pick: (random: Random, isWeighted: boolean) => string;
}

export interface Weighted {
  readonly weight: number;
  readonly expression: Expression;
}

const cap = (count: number): number => Math.min(count, MAX_COUNT);

export const literal = (text: string): Expression => ({
  count: 1,
  size: text.length + 1,
  all: () => [text],
  pick: () => text,
});

export function sequence(parts: readonly Expression[]): Expression {
  function* combine(from: number): Generator<string> {
    const part = parts[from];
    if (!part) {
      yield '';
      return;
    }
    for (const first of part.all()) {
      for (const rest of combine(from + 1)) yield first + rest;
    }
  }
  return {
    count: parts.reduce((count, part) => cap(count * part.count), 1),
    size: parts.reduce((size, part) => cap(size + part.size), 1),
    all: () => combine(0),
    pick: (random, isWeighted) => parts.map((part) => part.pick(random, isWeighted)).join(''),
  };
}

/** One of the options. */
export function alternative(options: readonly Weighted[]): Expression {
  function* all() {
    for (const { expression } of options) yield* expression.all();
  }
  return {
    count: options.reduce((count, { expression }) => cap(count + expression.count), 0),
    size: Math.max(...options.map(({ expression }) => expression.size)) + 1,
    all,
    pick(random, isWeighted) {
      const index = pickIndex(weigh(options, isWeighted), random);
      return options[index]?.expression.pick(random, isWeighted) ?? '';
    },
  };
}

/** From `min` to `max` different options, in any order. */
export function selection(
  options: readonly Weighted[],
  { min, max, separator }: { min: number; max: number; separator: string },
): Expression {
  const join = (texts: readonly string[]) =>
    texts
      .map((text) => text.trim())
      .filter((text) => text !== '')
      .join(separator);

  function* arrange(left: readonly Weighted[], length: number): Generator<string[]> {
    if (length === 0) {
      yield [];
      return;
    }
    for (const first of left) {
      const others = left.filter((each) => each !== first);
      for (const text of first.expression.all()) {
        for (const rest of arrange(others, length - 1)) yield [text, ...rest];
      }
    }
  }
  function* all() {
    for (let length = min; length <= max; length += 1) {
      for (const texts of arrange(options, length)) yield join(texts);
    }
  }
  const sizes = options.map(({ expression }) => expression.size).toSorted((a, b) => b - a);
  return {
    count: countArrangements(options, min, max),
    size: sizes.slice(0, max).reduce((size, each) => cap(size + each + separator.length), 1),
    all,
    pick(random, isWeighted) {
      const left = [...options];
      const texts = Array.from({ length: pickInteger(random, min, max) }, () => {
        const [chosen] = left.splice(pickIndex(weigh(left, isWeighted), random), 1);
        return chosen?.expression.pick(random, isWeighted) ?? '';
      });
      return join(texts);
    },
  };
}

const weigh = (options: readonly Weighted[], isWeighted: boolean): number[] =>
  options.map(({ weight }) => (isWeighted ? weight : 1));

/** For each length, its factorial times the elementary symmetric polynomial of the options' counts. */
function countArrangements(options: readonly Weighted[], min: number, max: number): number {
  const polynomials = [1, ...Array.from({ length: max }, () => 0)];
  for (const { expression } of options) {
    for (let length = max; length > 0; length -= 1) {
      const shorter = polynomials[length - 1] ?? 0;
      polynomials[length] = cap((polynomials[length] ?? 0) + shorter * expression.count);
    }
  }
  let total = 0;
  let factorial = 1;
  for (const [length, polynomial] of polynomials.entries()) {
    factorial *= Math.max(length, 1);
    if (length >= min) total = cap(total + factorial * polynomial);
  }
  return total;
}
