/** Compiles conditions to functions that test a document. */
import { Reference, type Value, isArray } from '../firestore-values.ts';
import type { StoredDocument } from '../model.ts';
import { typeOrder } from '../values/kinds.ts';
import { compareValues, equalValues } from '../values/order.ts';
import { compareNames } from '../values/resource-name.ts';
import { getField } from '../values/field-path.ts';
import { isComparable } from './filter.ts';
import type { FieldFilter, Operator } from './prepared-query.ts';
import { isName } from './query-path.ts';

export type DocumentTest = (document: StoredDocument) => boolean;
/** Called only for fields that exist. */
type ValueTest = (value: Value) => boolean;

const never = () => false;

export function compileFilters(filters: readonly FieldFilter[]): DocumentTest {
  const tests = filters.map(compileFilter);
  return (document) => tests.every((test) => test(document));
}

function compileFilter(filter: FieldFilter): DocumentTest {
  const { path, operator, value: operand } = filter;
  if (isName(path)) {
    // Without creating a Reference for each document.
    const name = operand instanceof Reference ? operand.name : '';
    return (document) => acceptsOrder(operator, compareNames(document.name, name));
  }
  const test = compileValueTest(filter);
  return (document) => {
    const value = getField(document.fields, path);
    return value !== undefined && test(value);
  };
}

function acceptsOrder(operator: Operator, order: number): boolean {
  switch (operator) {
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    default:
      return order >= 0;
  }
}

function compileValueTest({ operator, value: operand }: FieldFilter): ValueTest {
  if (operator === 'is-null') return (value) => value === null;
  if (operator === 'in') {
    const operands = isArray(operand) ? operand.filter(isComparable) : [];
    return (value) => operands.some((each) => equalValues(value, each));
  }
  if (!isComparable(operand)) return never;
  switch (operator) {
    case '==':
      // Most comparisons are between strings, which need no ordering to test for equality.
      return typeof operand === 'string'
        ? (value) => value === operand
        : (value) => equalValues(value, operand);
    case 'array-contains':
      return (value) => isArray(value) && value.some((element) => equalValues(element, operand));
    default: {
      // Ranges match only values of the operand's type.
      const type = typeOrder(operand);
      return (value) =>
        typeOrder(value) === type &&
        isComparable(value) &&
        acceptsOrder(operator, compareValues(value, operand));
    }
  }
}
