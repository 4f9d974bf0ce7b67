/** Compiles a filter to a function that tests a document. */
import { Reference, type Value, isArray } from '../values/firestore-values.ts';
import type { StoredDocument } from '../model.ts';
import { typeOrder } from '../values/kinds.ts';
import { compareValues, equalValues } from '../values/order.ts';
import { compareNames } from '../values/resource-name.ts';
import { getField } from '../values/field-path.ts';
import { isComparable } from './filter.ts';
import type { FieldFilter, Filter } from './prepared-query.ts';
import { isName } from './query-path.ts';

type DocumentTest = (document: StoredDocument) => boolean;
/** Called only for fields that exist. */
type ValueTest = (value: Value) => boolean;

const never = () => false;
export function compileFilter(filter: Filter | undefined): DocumentTest {
  if (!filter) return () => true;
  if (filter.kind === 'field') return compileFieldFilter(filter);
  const tests = filter.filters.map(compileFilter);
  if (filter.kind === 'and') return (document) => tests.every((test) => test(document));
  return (document) => tests.some((test) => test(document));
}

function compileFieldFilter(filter: FieldFilter): DocumentTest {
  const { path } = filter;
  if (isName(path)) return compileNameFilter(filter);
  const test = compileValueTest(filter);
  return (document) => {
    const value = getField(document.fields, path);
    return value !== undefined && test(value);
  };
}

/** Like a reference field, but without creating a Reference for each document. */
function compileNameFilter(filter: FieldFilter): DocumentTest {
  const { value, operator } = filter;
  if (value instanceof Reference) {
    const { name } = value;
    const accepts = acceptsOrder(operator);
    if (accepts) return (document) => accepts(compareNames(document.name, name));
  }
  const names = new Set(
    isArray(value) ? value.map((each) => (each instanceof Reference ? each.name : '')) : [],
  );
  return operator === 'in' ? (document) => names.has(document.name) : (document) => !names.has(document.name);
}

function acceptsOrder(operator: FieldFilter['operator']): ((order: number) => boolean) | undefined {
  switch (operator) {
    case '<':
      return (order) => order < 0;
    case '<=':
      return (order) => order <= 0;
    case '>':
      return (order) => order > 0;
    case '>=':
      return (order) => order >= 0;
    case '==':
      return (order) => order === 0;
    case '!=':
      return (order) => order !== 0;
    default:
      return undefined;
  }
}

function compileValueTest({ operator, value: operand }: FieldFilter): ValueTest {
  const operands = isArray(operand) ? operand.filter(isComparable) : [];
  switch (operator) {
    case '==':
      return isComparable(operand) ? equals(operand) : never;
    case '!=':
      return operand === null ? never : differsFrom([operand]);
    case 'in':
      return (value) => operands.some((each) => equalValues(value, each));
    case 'not-in':
      return isArray(operand) && operand.includes(null) ? never : differsFrom(operands);
    case 'array-contains':
      return isComparable(operand) ? containsAny([operand]) : never;
    case 'array-contains-any':
      return containsAny(operands);
    case 'is-null':
      return (value) => value === null;
    case 'is-not-null':
      return (value) => value !== null;
    case 'is-nan':
      return (value) => value !== null && !isComparable(value);
    case 'is-not-nan':
      return isComparable;
    default:
      return compileRange(operator, operand);
  }
}

/** Most comparisons are between strings, which need no ordering to test for equality. */
const equals = (operand: Value): ValueTest =>
  typeof operand === 'string' ? (value) => value === operand : (value) => equalValues(value, operand);

const differsFrom = (operands: readonly Value[]): ValueTest => {
  const comparable = operands.filter(isComparable);
  return (value) => value !== null && !comparable.some((each) => equalValues(value, each));
};

const containsAny =
  (operands: readonly Value[]): ValueTest =>
  (value) =>
    isArray(value) && value.some((element) => operands.some((each) => equalValues(element, each)));

/** Ranges match only values of the operand's type. */
function compileRange(operator: FieldFilter['operator'], operand: Value): ValueTest {
  const accepts = acceptsOrder(operator);
  if (!accepts || !isComparable(operand)) return never;
  const type = typeOrder(operand);
  return (value) =>
    typeOrder(value) === type && isComparable(value) && accepts(compareValues(value, operand));
}
