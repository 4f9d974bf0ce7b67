/** Parses a query's filter to plain data. */
import { Reference, type Value, isArray } from '../values/firestore-values.ts';
import { invalidArgument } from '../status.ts';
import { checkValue } from '../values/limits.ts';
import { parseDocumentName } from '../values/resource-name.ts';
import { CompositeOperator, FieldOperator, UnaryOperator, type FilterMessage } from '../wire/messages.ts';
import type { CompositeFilter, FieldFilter, Filter, Operator } from './prepared-query.ts';
import { isName, parseFieldReference, printPath } from './query-path.ts';

const FIELD_OPERATORS: ReadonlyMap<number, Operator> = new Map([
  [FieldOperator.LESS_THAN, '<'],
  [FieldOperator.LESS_THAN_OR_EQUAL, '<='],
  [FieldOperator.GREATER_THAN, '>'],
  [FieldOperator.GREATER_THAN_OR_EQUAL, '>='],
  [FieldOperator.EQUAL, '=='],
  [FieldOperator.NOT_EQUAL, '!='],
  [FieldOperator.ARRAY_CONTAINS, 'array-contains'],
  [FieldOperator.IN, 'in'],
  [FieldOperator.ARRAY_CONTAINS_ANY, 'array-contains-any'],
  [FieldOperator.NOT_IN, 'not-in'],
]);

const UNARY_OPERATORS: ReadonlyMap<number, Operator> = new Map([
  [UnaryOperator.IS_NULL, 'is-null'],
  [UnaryOperator.IS_NOT_NULL, 'is-not-null'],
  [UnaryOperator.IS_NAN, 'is-nan'],
  [UnaryOperator.IS_NOT_NAN, 'is-not-nan'],
]);

/** Operators that take a list, with their name in errors and the maximum length. */
const LISTS: Partial<Record<Operator, { name: string; limit: number }>> = {
  in: { name: 'IN', limit: 30 },
  'array-contains-any': { name: 'ARRAY_CONTAINS_ANY', limit: 30 },
  'not-in': { name: 'NOT_IN', limit: 10 },
};

const INEQUALITIES: ReadonlySet<Operator> = new Set([
  '<',
  '<=',
  '>',
  '>=',
  '!=',
  'not-in',
  'is-not-null',
  'is-not-nan',
]);

/** Nothing compares to null or NaN, which have the `is-…` operators. */
export const isComparable = (value: Value): boolean =>
  value !== null && !(typeof value === 'number' && Number.isNaN(value));

/** A range from null or NaN matches nothing and implies no order. */
export const isInequality = ({ operator, value }: FieldFilter): boolean =>
  INEQUALITIES.has(operator) && (!/^[<>]/.test(operator) || isComparable(value));

/** Yields all field filters of a tree. */
export function* leavesOf(filter: Filter | undefined): Generator<FieldFilter> {
  if (!filter) return;
  if (filter.kind === 'field') yield filter;
  else for (const inner of filter.filters) yield* leavesOf(inner);
}

export function parseFilter(message: FilterMessage, database: string): Filter {
  if (message.compositeFilter) return parseComposite(message.compositeFilter, database);
  if (message.fieldFilter) return parseFieldFilter(message.fieldFilter, database);
  if (message.unaryFilter) return parseUnary(message.unaryFilter);
  throw invalidArgument('Unknown Filter type.');
}

function parseComposite(
  message: NonNullable<FilterMessage['compositeFilter']>,
  database: string,
): CompositeFilter {
  if (message.op !== CompositeOperator.AND && message.op !== CompositeOperator.OR) {
    throw invalidArgument('Unsupported CompositeFilter operator.');
  }
  const filters = message.filters.map((filter) => parseFilter(filter, database));
  if (message.op === CompositeOperator.AND) return { kind: 'and', filters };
  if (filters.length === 0) throw invalidArgument('Composite filter must have at least one sub-filter.');
  return { kind: 'or', filters };
}

function parseFieldFilter(message: NonNullable<FilterMessage['fieldFilter']>, database: string): FieldFilter {
  const path = parseFieldReference(message.field);
  // The null Value is decoded as null, and so is an absent value.
  if (!Object.hasOwn(message, 'value') || message.value === undefined) {
    throw invalidArgument('Cannot convert firestore.v1.Value with type unset.');
  }
  const operator = FIELD_OPERATORS.get(message.op);
  if (!operator) throw invalidArgument('Unknown FieldFilter operator.');
  const value = checkOperand(operator, printPath(path), message.value);
  if (isName(path)) checkNameFilter(operator, value, database);
  return { kind: 'field', path, operator, value };
}

/** Like Firestore, rounds values in lists as stored values are, but not single values. */
function checkOperand(operator: Operator, property: string, value: Value): Value {
  const list = LISTS[operator];
  if (!list) {
    checkValue(property, value);
    return value;
  }
  if (!isArray(value)) throw invalidArgument(`'${list.name}' requires an ArrayValue.`);
  if (value.length === 0) throw invalidArgument(`'${list.name}' requires an non-empty ArrayValue.`);
  if (value.length > list.limit) {
    throw invalidArgument(`'${list.name}' supports up to ${list.limit} comparison values.`);
  }
  return value.map((each) => checkValue(property, each));
}

function checkNameFilter(operator: Operator, value: Value, database: string): void {
  if (operator === 'array-contains' || operator === 'array-contains-any') {
    throw invalidArgument('the name __key__ is reserved');
  }
  const names = LISTS[operator] && isArray(value) ? value : [value];
  for (const name of names) {
    if (!(name instanceof Reference)) throw invalidArgument('__key__ filter value must be a Key');
    const other = parseDocumentName(name.name).database;
    if (other !== database) {
      throw invalidArgument(
        `The request was for database '${database}' but was attempting to access database '${other}'`,
      );
    }
  }
}

function parseUnary(message: NonNullable<FilterMessage['unaryFilter']>): FieldFilter {
  const path = parseFieldReference(message.field);
  const operator = UNARY_OPERATORS.get(message.op);
  if (!operator) throw invalidArgument('Unknown UnaryFilter operator.');
  if (isName(path)) throw invalidArgument('__key__ filter value must be a Key');
  return { kind: 'field', path, operator, value: null };
}
