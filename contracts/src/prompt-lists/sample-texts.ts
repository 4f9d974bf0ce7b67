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
  while (texts.length < count) {
    const text = pickNew(expression, seen, random, finish);
    if (text === undefined) seen = new Set();
    else {
      seen.add(text);
      texts.push(text);
    }
  }
  return texts;
}

/** Undefined if there is no other. */
function pickNew(
  expression: Expression,
  seen: ReadonlySet<string>,
  random: Random,
  finish: (text: string) => string,
): string | undefined {
  if (seen.size >= expression.count) return undefined;
  let last = '';
  for (let tries = 0; tries < 2 * TRIES; tries += 1) {
    // Heavy weights may leave the others hardly any chance.
    last = finish(expression.pick(random, tries < TRIES));
    if (!seen.has(last)) return last;
  }
  if (expression.count > MAX_LISTED) return last;
  const left = [...expression.all()].map(finish).filter((text) => !seen.has(text));
  return shuffle(left, random)[0];
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
