/** The values of the rules language. As in Firestore values, a bigint is an integer, a number is a float. */
import { GeoPoint, Timestamp } from '../firestore-values.ts';
import type { Constraint } from './constraint.ts';

export class Duration {
  readonly nanos: bigint;
  constructor(nanos: bigint) {
    this.nanos = nanos;
  }
}

/** Stands for any segment of a path, or for any number of segments. */
export class PathCapture {
  readonly name: string;
  readonly isGlob: boolean;
  constructor(name: string, isGlob: boolean) {
    this.name = name;
    this.isGlob = isGlob;
  }
}
export type PathSegment = string | PathCapture;

export class RulesPath {
  readonly segments: readonly PathSegment[];
  constructor(segments: readonly PathSegment[]) {
    this.segments = segments;
  }
  get isOpen(): boolean {
    return this.segments.some((segment) => segment instanceof PathCapture);
  }
}

/** 1 and 1.0 are the same element. */
export class RulesSet {
  readonly #elements: ReadonlyMap<string, RulesValue>;
  constructor(elements: Iterable<RulesValue>) {
    this.#elements = new Map([...elements].map((element) => [keyOf(element), element]));
  }
  get size(): number {
    return this.#elements.size;
  }
  has(value: RulesValue): boolean {
    return this.#elements.has(keyOf(value));
  }
  [Symbol.iterator](): Iterator<RulesValue> {
    return this.#elements.values();
  }
  get key(): string {
    return `s${[...this.#elements.keys()].toSorted().join()}`;
  }
}

/** The result of `after.diff(before)`, as lists of keys. */
export class MapDiff {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
  readonly unchanged: readonly string[];
  constructor(after: RulesMap, before: RulesMap) {
    const kept = [...after].filter(([name]) => before.has(name));
    const isSame = ([name, value]: readonly [string, RulesValue]) =>
      keyOf(value) === keyOf(before.get(name) ?? null);
    this.added = [...after.keys()].filter((name) => !before.has(name));
    this.removed = [...before.keys()].filter((name) => !after.has(name));
    this.changed = kept.filter((entry) => !isSame(entry)).map(([name]) => name);
    this.unchanged = kept.filter(isSame).map(([name]) => name);
  }
}

export type RulesList = readonly RulesValue[];
export type RulesMap = ReadonlyMap<string, RulesValue>;
export type RulesValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint8Array
  | Timestamp
  | Duration
  | GeoPoint
  | RulesPath
  | RulesSet
  | MapDiff
  | Constraint
  | RulesList
  | RulesMap;

/** Makes a condition fail, unless the other side of `||` or `&&` decides. */
export class EvaluationError extends Error {}

export const nullValue = () => new EvaluationError('Null value error.');

/** The same for values that are one element of a set, and for values that `diff` calls unchanged. */
function keyOf(value: RulesValue): string {
  if (typeof value === 'bigint') return `n${value}`;
  if (typeof value === 'number') return `n${Number.isInteger(value) ? BigInt(value) : value}`;
  if (typeof value === 'string') return JSON.stringify(value);
  if (value === null || typeof value === 'boolean') return String(value);
  if (value instanceof Uint8Array) return `b${Buffer.from(value).toString('hex')}`;
  if (value instanceof Timestamp) return `t${value.seconds}.${value.nanos}`;
  if (value instanceof Duration) return `d${value.nanos}`;
  if (value instanceof GeoPoint) return `g${value.latitude},${value.longitude}`;
  if (value instanceof RulesPath) return `p${JSON.stringify(value.segments)}`;
  if (value instanceof RulesSet) return value.key;
  if (isMap(value)) {
    return `{${[...value]
      .map(([name, element]) => `${JSON.stringify(name)}:${keyOf(element)}`)
      .toSorted()
      .join()}}`;
  }
  if (isList(value)) return `[${value.map(keyOf).join()}]`;
  if (value instanceof MapDiff) return `m${JSON.stringify(value)}`;
  throw new EvaluationError('Equality is not defined for type CONSTRAINT_VALUE');
}

/** `==`: an integer equals the same float, but not inside lists and maps. */
export function areEqual(left: RulesValue, right: RulesValue): boolean {
  if (isNumber(left) && isNumber(right) && typeof left !== typeof right)
    return Number(left) === Number(right);
  return typeof left === 'number' ? left === right : areIdentical(left, right);
}

export function areIdentical(left: RulesValue, right: RulesValue): boolean {
  if (typeof left === 'number') return Object.is(left, right) && !Number.isNaN(left);
  if (typeof left !== 'object' || left === null || typeof right !== 'object' || right === null)
    return left === right;
  if (isList(left)) {
    return (
      isList(right) &&
      left.length === right.length &&
      left.every((item, index) => areIdentical(item, right[index] ?? null))
    );
  }
  if (isMap(left)) {
    if (!isMap(right) || left.size !== right.size) return false;
    return [...left].every(([name, item]) => right.has(name) && areIdentical(item, right.get(name) ?? null));
  }
  // For Google, two diffs are never equal, and neither are two paths with open captures.
  if (left instanceof MapDiff || (left instanceof RulesPath && left.isOpen)) return false;
  return left.constructor === right.constructor && keyOf(left) === keyOf(right);
}

export const isNumber = (value: RulesValue): value is bigint | number =>
  typeof value === 'bigint' || typeof value === 'number';
export const isList = (value: RulesValue): value is RulesList => Array.isArray(value);
export const isMap = (value: RulesValue): value is RulesMap => value instanceof Map;
