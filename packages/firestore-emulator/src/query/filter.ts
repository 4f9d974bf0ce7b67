/** Parses a query's filter to a list of conditions, all of which hold for a result. */
import { Reference, type Value, isArray } from '../firestore-values.ts';
import { invalidArgument, unimplemented } from '../status.ts';
import { checkValue } from '../values/limits.ts';
import { checkDocumentName, databaseOf } from '../values/resource-name.ts';
import { CompositeOperator, FieldOperator, UnaryOperator, type FilterMessage } from '../wire/messages.ts';
import type { FieldFilter, Operator } from './prepared-query.ts';
import { isName, parseFieldReference, printPath } from './query-path.ts';

const FIELD_OPERATORS: ReadonlyMap<number, Operator> = new Map([
  [FieldOperator.LESS_THAN, '<'],
  [FieldOperator.LESS_THAN_OR_EQUAL, '<='],
  [FieldOperator.GREATER_THAN, '>'],
  [FieldOperator.GREATER_THAN_OR_EQUAL, '>='],
  [FieldOperator.EQUAL, '=='],
  [FieldOperator.ARRAY_CONTAINS, 'array-contains'],
  [FieldOperator.IN, 'in'],
]);
const MAX_IN_VALUES = 30;

/** Nothing compares to null or NaN. */
export const isComparable = (value: Value): boolean =>
  value !== null && !(typeof value === 'number' && Number.isNaN(value));

/** A range from null or NaN matches nothing and implies no order. */
export const isInequality = ({ operator, value }: FieldFilter): boolean =>
  /^[<>]/.test(operator) && isComparable(value);

export function parseFilter(message: FilterMessage, database: string): FieldFilter[] {
  if (message.compositeFilter) {
    const { op, filters } = message.compositeFilter;
    if (op !== CompositeOperator.AND) throw unimplemented(`The filter ${nameOf(CompositeOperator, op)}`);
    return filters.flatMap((filter) => parseFilter(filter, database));
  }
  if (message.fieldFilter) return [parseFieldFilter(message.fieldFilter, database)];
  if (message.unaryFilter) return [parseUnary(message.unaryFilter)];
  throw invalidArgument('Unknown Filter type.');
}

function parseFieldFilter(message: NonNullable<FilterMessage['fieldFilter']>, database: string): FieldFilter {
  const path = parseFieldReference(message.field);
  // The null Value is decoded as null, and so is an absent value.
  if (!Object.hasOwn(message, 'value') || message.value === undefined) {
    throw invalidArgument('Cannot convert firestore.v1.Value with type unset.');
  }
  const operator = FIELD_OPERATORS.get(message.op);
  if (!operator) throw unimplemented(`The filter ${nameOf(FieldOperator, message.op)}`);
  if (isName(path)) checkNameFilter(operator, message.value, database);
  return { path, operator, value: checkOperand(operator, printPath(path), message.value) };
}

/** Like Firestore, rounds values in lists as stored values are, but not single values. */
function checkOperand(operator: Operator, property: string, value: Value): Value {
  if (operator !== 'in') {
    checkValue(property, value);
    return value;
  }
  if (!isArray(value)) throw invalidArgument("'IN' requires an ArrayValue.");
  if (value.length === 0) throw invalidArgument("'IN' requires an non-empty ArrayValue.");
  if (value.length > MAX_IN_VALUES) {
    throw invalidArgument(`'IN' supports up to ${MAX_IN_VALUES} comparison values.`);
  }
  return value.map((each) => checkValue(property, each));
}

function checkNameFilter(operator: Operator, value: Value, database: string): void {
  if (!/^[<>]/.test(operator)) throw unimplemented(`The filter '${operator}' on a document's name`);
  if (!(value instanceof Reference)) throw invalidArgument('__key__ filter value must be a Key');
  checkDocumentName(value.name);
  const other = databaseOf(value.name);
  if (other !== database) {
    throw invalidArgument(
      `The request was for database '${database}' but was attempting to access database '${other}'`,
    );
  }
}

function parseUnary({ op, field }: NonNullable<FilterMessage['unaryFilter']>): FieldFilter {
  const path = parseFieldReference(field);
  if (op !== UnaryOperator.IS_NULL) throw unimplemented(`The filter ${nameOf(UnaryOperator, op)}`);
  if (isName(path)) throw invalidArgument('__key__ filter value must be a Key');
  return { path, operator: 'is-null', value: null };
}

const nameOf = (operators: Readonly<Record<string, number>>, op: number) =>
  Object.keys(operators).find((name) => operators[name] === op) ?? op;
