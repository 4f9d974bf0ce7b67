import { isDeepStrictEqual } from 'node:util';
import type { BinaryOperator } from './syntax.ts';

export class Timestamp {
  /** Since the epoch. */
  readonly nanos: bigint;
  constructor(nanos: bigint) {
    this.nanos = nanos;
  }
}

export class RulesPath {
  readonly segments: readonly string[];
  constructor(segments: readonly string[]) {
    this.segments = segments;
  }
}

export type RulesMap = ReadonlyMap<string, RulesValue>;

/** A bigint is an integer, a number is a float. */
export type RulesValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | Timestamp
  | RulesPath
  | readonly RulesValue[]
  | RulesMap;

/** Makes a condition fail, unless the other side of `||` or `&&` decides. */
export class EvaluationError extends Error {}

const isNumber = (value: RulesValue) => typeof value === 'bigint' || typeof value === 'number';
export const isMap = (value: RulesValue): value is RulesMap => value instanceof Map;
const isList = (value: RulesValue): value is readonly RulesValue[] => Array.isArray(value);

export function compare(
  operator: Exclude<BinaryOperator, '||' | '&&'>,
  left: RulesValue,
  right: RulesValue,
): boolean {
  switch (operator) {
    case 'in':
      return contains(right, left);
    case '==':
      return areEqual(left, right);
    case '!=':
      return !areEqual(left, right);
    default:
      return compareOrder(operator, left, right);
  }
}

/** An integer equals the same float, but not inside lists and maps. */
const areEqual = (left: RulesValue, right: RulesValue): boolean =>
  isNumber(left) && isNumber(right) ? Number(left) === Number(right) : isDeepStrictEqual(left, right);

function compareOrder(operator: '<' | '<=' | '>' | '>=', left: RulesValue, right: RulesValue): boolean {
  const [a, b] = [toOrdered(left), toOrdered(right)];
  if (typeOf(left) !== typeOf(right)) throw unsupported(operator, left, right);
  if (operator === '<') return a < b;
  if (operator === '<=') return a <= b;
  return operator === '>' ? a > b : a >= b;
}

function toOrdered(value: RulesValue): bigint | number | string {
  if (isNumber(value) || typeof value === 'string') return value;
  if (value instanceof Timestamp) return value.nanos;
  throw new EvaluationError(`A ${typeOf(value)} has no order.`);
}

function contains(container: RulesValue, element: RulesValue): boolean {
  if (isList(container)) return container.some((item) => isDeepStrictEqual(item, element));
  if (isMap(container) && typeof element === 'string') return container.has(element);
  throw unsupported('in', element, container);
}

export function getElement(object: RulesValue, index: RulesValue): RulesValue {
  if (isMap(object) && typeof index === 'string') {
    const value = object.get(index);
    if (value !== undefined) return value;
  }
  if (isList(object) && typeof index === 'bigint') {
    const value = object[Number(index)];
    if (value !== undefined) return value;
  }
  const name = typeof index === 'string' || typeof index === 'bigint' ? index : `of type ${typeOf(index)}`;
  throw new EvaluationError(`A ${typeOf(object)} has no element ${name}.`);
}

export function typeOf(value: RulesValue): string {
  if (value === null) return 'null';
  if (isNumber(value)) return 'number';
  if (typeof value !== 'object') return typeof value;
  if (value instanceof Timestamp) return 'timestamp';
  if (value instanceof RulesPath) return 'path';
  return isMap(value) ? 'map' : 'list';
}

const unsupported = (operator: string, left: RulesValue, right: RulesValue) =>
  new EvaluationError(`A ${typeOf(left)} and a ${typeOf(right)} cannot be compared with '${operator}'.`);
