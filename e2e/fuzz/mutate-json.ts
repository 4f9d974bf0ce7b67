/** Changes one place of a JSON value. */
import type { Dice } from './dice.ts';
import { ODD_NAMES, ODD_TEXTS, ODD_VALUES } from './odd-values.ts';

type Place = readonly (string | number)[];

const LONG = 100_000;
/** The last is more than any list may have. */
const COUNTS = [2, 20, 1500];
const DEEP = 1000;
/** Of a place: an earlier mutation may have made a deep value. */
const MAX_DEPTH = 10;

const isContainer = (value: unknown): value is Record<string | number, unknown> =>
  typeof value === 'object' && value !== null;

/** All places of a value, with that of the value itself. */
function listPlaces(value: unknown, at: Place = []): Place[] {
  if (!isContainer(value) || at.length === MAX_DEPTH) return [at];
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return [at, ...keys.flatMap((key) => listPlaces(value[key], [...at, key]))];
}

const read = (value: unknown, place: Place): unknown =>
  place.reduce<unknown>((inner, key) => (isContainer(inner) ? inner[key] : undefined), value);

/** A copy with another value at this place. `undefined` removes it. */
function replace(value: unknown, [key, ...rest]: Place, replacement: unknown): unknown {
  if (key === undefined) return replacement;
  if (!isContainer(value)) return value;
  const inner = rest.length === 0 ? replacement : replace(value[key], rest, replacement);
  if (Array.isArray(value)) return value.toSpliced(Number(key), 1, ...(inner === undefined ? [] : [inner]));
  const entries = Object.entries(value).filter(([name]) => name !== key);
  return Object.fromEntries(inner === undefined ? entries : [...entries, [key, inner]]);
}

const nest = (depth: number): unknown => {
  let value: unknown = 0;
  for (let at = 0; at < depth; at += 1) value = at % 2 === 0 ? [value] : { a: value };
  return value;
};

const oddValue = (dice: Dice): unknown => dice.pick(ODD_VALUES);

const CHANGES: readonly [name: string, change: (value: unknown, place: Place, dice: Dice) => unknown][] = [
  ['odd value', (value, place, dice) => replace(value, place, oddValue(dice))],
  ['odd value', (value, place, dice) => replace(value, place, oddValue(dice))],
  ['odd text', (value, place, dice) => replace(value, place, dice.pick(ODD_TEXTS))],
  ['missing field', (value, place) => (place.length === 0 ? {} : replace(value, place, undefined))],
  ['long text', (value, place, dice) => replace(value, place, 'x'.repeat(dice.between(50, LONG)))],
  ['deep', (value, place, dice) => replace(value, place, nest(dice.between(5, DEEP)))],
  [
    'extra field',
    (value, place, dice) => {
      const inner = read(value, place);
      if (!isContainer(inner) || Array.isArray(inner))
        return { ...(isContainer(value) && value), extra: value };
      // Unlike an assignment, this makes `__proto__` a field of its own.
      const extra: unknown = JSON.parse(
        `{${JSON.stringify(dice.pick(ODD_NAMES))}:${JSON.stringify(oddValue(dice))}}`,
      );
      return replace(
        value,
        place,
        Object.fromEntries([inner, extra].flatMap((each) => Object.entries(each ?? {}))),
      );
    },
  ],
  [
    'repeated',
    (value, place, dice) => {
      const inner = read(value, place);
      return replace(value, place, Array(dice.pick(COUNTS)).fill(Array.isArray(inner) ? inner[0] : inner));
    },
  ],
];

export function mutateJson(value: unknown, dice: Dice): { value: unknown; name: string } {
  const [name, change] = dice.pick(CHANGES);
  const place = dice.pick(listPlaces(value));
  return { value: change(value, place, dice), name: `${name} at ${place.join('.') || 'the top'}` };
}
