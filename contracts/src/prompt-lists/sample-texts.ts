import type { Expression } from './expression.ts';
import { shuffle, type Random } from './random.ts';

const TRIES = 50;
/** Expressions with more combinations are not listed to find one that is left. */
const MAX_LISTED = 5000;

/** Repeats a text only when all have been picked. */
export function sampleTexts(
  expression: Expression,
  count: number,
  random: Random,
  finish: (text: string) => string,
): string[] {
  const texts: string[] = [];
  let seen = new Set<string>();
  const source = { expression, finish, ...listOnce(expression, finish) };
  while (texts.length < count) {
    const text = pickNew(source, seen, random);
    if (text === undefined) seen = new Set();
    else {
      seen.add(text);
      texts.push(text);
    }
  }
  return texts;
}

interface Source {
  readonly expression: Expression;
  readonly finish: (text: string) => string;
  /** All texts; undefined if there are too many. Made when they are first needed. */
  readonly list: () => readonly string[] | undefined;
  /** Different texts, once they were listed. */
  readonly countDifferent: () => number;
}

function listOnce(expression: Expression, finish: Source['finish']): Pick<Source, 'list' | 'countDifferent'> {
  let all: readonly string[] | undefined;
  let different = expression.count;
  return {
    list() {
      if (expression.count > MAX_LISTED) return undefined;
      if (!all) {
        all = [...expression.all()].map(finish);
        different = new Set(all).size;
      }
      return all;
    },
    countDifferent: () => different,
  };
}

/** Undefined if there is no other. */
function pickNew(source: Source, seen: ReadonlySet<string>, random: Random): string | undefined {
  const { expression, finish, list, countDifferent } = source;
  if (seen.size >= countDifferent()) return undefined;
  let last = '';
  for (let tries = 0; tries < 2 * TRIES; tries += 1) {
    // Heavy weights may leave the others hardly any chance.
    last = finish(expression.pick(random, tries < TRIES));
    if (!seen.has(last)) return last;
  }
  const all = list();
  return all
    ? shuffle(
        all.filter((text) => !seen.has(text)),
        random,
      )[0]
    : last;
}

/** How many picks each row gets: as many as its weight in turn, until it has no more; then all over again. */
export function shareOut(
  rows: readonly { capacity: number; weight: number }[],
  total: number,
  random: Random,
): number[] {
  const shares = rows.map(() => 0);
  const order = shuffle(
    rows.map((row, index) => ({ ...row, index })),
    random,
  );
  let left = total;
  let capacities = rows.map(({ capacity }) => capacity);
  while (left > 0 && rows.length > 0) {
    if (capacities.every((capacity) => capacity === 0)) capacities = rows.map(({ capacity }) => capacity);
    for (const { index, weight } of order) {
      const taken = Math.min(weight, capacities[index] ?? 0, left);
      shares[index] = (shares[index] ?? 0) + taken;
      capacities[index] = (capacities[index] ?? 0) - taken;
      left -= taken;
    }
  }
  return shares;
}
