/** Firestore's order and equality of values of all types. */
import { Reference, Timestamp, type Fields, type Value, isArray, isMap } from '../firestore-values.ts';
import { isNumber, typeOrder } from './kinds.ts';
import { compareNames } from './resource-name.ts';
import { compareStrings } from './strings.ts';

export function compareValues(a: Value, b: Value): number {
  if (typeof a === 'string' && typeof b === 'string') return compareStrings(a, b);
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b);
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  if (a instanceof Timestamp && b instanceof Timestamp) return a.seconds - b.seconds || a.nanos - b.nanos;
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b);
  if (a instanceof Reference && b instanceof Reference) return compareNames(a.name, b.name);
  if (isArray(a) && isArray(b)) return compareArrays(a, b);
  if (isMap(a) && isMap(b)) return compareMaps(a, b);
  return typeOrder(a) - typeOrder(b);
}

/** An integer equals the same double, and NaN equals NaN. */
export const equalValues = (a: Value, b: Value): boolean => a === b || compareValues(a, b) === 0;

/** Like Firestore, JavaScript compares bigint and number exactly. NaN comes first. */
function compareNumbers(a: number | bigint, b: number | bigint): number {
  if (a < b) return -1;
  if (a > b) return 1;
  return Number(Number.isNaN(b)) - Number(Number.isNaN(a));
}

function compareArrays(a: readonly Value[], b: readonly Value[]): number {
  for (const [index, left] of a.entries()) {
    const right = b[index];
    if (right === undefined) return 1;
    const order = compareValues(left, right);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareMaps(a: Fields, b: Fields): number {
  const left = sortEntries(a);
  const right = sortEntries(b);
  for (const [index, [leftName, leftValue]] of left.entries()) {
    const other = right[index];
    if (!other) return 1;
    const order = compareStrings(leftName, other[0]) || compareValues(leftValue, other[1]);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

const sortEntries = (map: Fields) => [...map].sort(([a], [b]) => compareStrings(a, b));

/** Unlike {@link equalValues}, distinguishes 1 from 1.0 and 0.0 from -0.0. */
function identicalValues(a: Value, b: Value): boolean {
  if (isArray(a) && isArray(b)) {
    return a.length === b.length && a.every((element, index) => identicalValues(element, b[index] ?? null));
  }
  if (isMap(a) && isMap(b)) return identicalFields(a, b);
  if (isNumber(a) || isNumber(b)) return Object.is(a, b);
  return equalValues(a, b);
}

export function identicalFields(a: Fields, b: Fields): boolean {
  if (a.size !== b.size) return false;
  for (const [name, value] of a) {
    const other = b.get(name);
    if (other === undefined || !identicalValues(value, other)) return false;
  }
  return true;
}
