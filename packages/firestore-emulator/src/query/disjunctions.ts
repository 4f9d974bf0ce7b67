/** Converts a filter to disjunctive normal form, which limits and indexes are defined on. */
import { isArray } from '../values/firestore-values.ts';
import { equalValues } from '../values/order.ts';
import type { FieldFilter, Filter, Operator } from './prepared-query.ts';
import { samePath } from './query-path.ts';

export type Conjunction = readonly FieldFilter[];

/** Longer lists are cut. This is far more than a query may have. */
const MAX_COUNTED = 200;

/** `in` and `array-contains-any` become one alternative for each value. Removes duplicates. */
export function disjunctionsOf(filter: Filter | undefined): readonly Conjunction[] {
  if (!filter) return [[]];
  if (filter.kind === 'field') return unique(expandList(filter).map((each) => [each]));
  const parts = filter.filters.map(disjunctionsOf);
  if (filter.kind === 'or') return unique(parts.flat());
  let product: readonly Conjunction[] = [[]];
  for (const part of parts) {
    product = unique(product.flatMap((left) => part.map((right) => mergeConditions(left, right))));
    if (product.length > MAX_COUNTED) break;
  }
  return product;
}

/** Returns one filter for each value of a list. */
export function expandList(filter: FieldFilter): FieldFilter[] {
  const { kind, path, operator, value } = filter;
  const single = SINGLE_OPERATORS[operator];
  if (!single || !isArray(value)) return [filter];
  const values = value.filter(
    (each, index) => value.findIndex((other) => equalValues(each, other)) === index,
  );
  return values.map((each) => ({ kind, path, operator: single, value: each }));
}

const SINGLE_OPERATORS: Partial<Record<Operator, Operator>> = {
  in: '==',
  'array-contains-any': 'array-contains',
};

const sameCondition = (left: FieldFilter, right: FieldFilter) =>
  left.operator === right.operator && samePath(left.path, right.path) && equalValues(left.value, right.value);

const mergeConditions = (left: Conjunction, right: Conjunction): Conjunction => [
  ...left,
  ...right.filter((condition) => !left.some((other) => sameCondition(condition, other))),
];

const sameConjunction = (left: Conjunction, right: Conjunction) =>
  left.length === right.length &&
  left.every((condition) => right.some((other) => sameCondition(condition, other)));

function unique(conjunctions: readonly Conjunction[]): Conjunction[] {
  const kept: Conjunction[] = [];
  for (const conjunction of conjunctions) {
    if (kept.length > MAX_COUNTED) break;
    if (!kept.some((other) => sameConjunction(conjunction, other))) kept.push(conjunction);
  }
  return kept;
}
