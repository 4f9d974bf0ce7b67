import { Timestamp } from '../firestore-values.ts';
import { compareForOrder } from '../values/compare.ts';
import { Constraint, type Comparison } from '../values/constraint.ts';
import type { BinaryOperator } from '../syntax/syntax.ts';
import { addToTimestamp, makeDuration, nanosOf } from '../values/time.ts';
import { typeOf } from '../values/types.ts';
import {
  areEqual,
  areIdentical,
  Duration,
  EvaluationError,
  isList,
  isMap,
  isNumber,
  nullValue,
  PathCapture,
  RulesPath,
  RulesSet,
  type RulesValue,
} from '../values/rules-value.ts';

const MAX_INTEGER = 2n ** 63n - 1n;
const MIRRORED: Readonly<Record<Comparison, Comparison>> = {
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
  '==': '==',
  '!=': '!=',
};

type StrictOperator = Exclude<BinaryOperator, '||' | '&&'>;

export function applyBinary(operator: StrictOperator, left: RulesValue, right: RulesValue): RulesValue {
  switch (operator) {
    case 'in':
      return contains(right, left);
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return compare(operator, left, right);
    default:
      return calculate(operator, left, right);
  }
}

function compare(operator: Comparison, left: RulesValue, right: RulesValue): boolean {
  if (left instanceof Constraint && right instanceof Constraint) throw unsupported(operator, left, right);
  if (left instanceof Constraint) return left.prove(operator, right);
  if (right instanceof Constraint) return right.prove(MIRRORED[operator], left);
  if (operator === '==') return areEqual(left, right);
  if (operator === '!=') return !areEqual(left, right);
  const order = compareForOrder(left, right);
  if (order === undefined) throw unsupported(operator, left, right);
  if (operator === '<') return order < 0;
  if (operator === '<=') return order <= 0;
  return operator === '>' ? order > 0 : order >= 0;
}

type Arithmetic = '+' | '-' | '*' | '/' | '%';

function calculate(operator: Arithmetic, left: RulesValue, right: RulesValue): RulesValue {
  if (typeof left === 'bigint' && typeof right === 'bigint') return calculateIntegers(operator, left, right);
  if (isNumber(left) && isNumber(right)) return calculateFloats(operator, Number(left), Number(right));
  if (operator === '+') {
    if (typeof left === 'string' && typeof right === 'string') return left + right;
    if (left instanceof Duration && right instanceof Duration) return makeDuration(left.nanos + right.nanos);
    if (left instanceof Timestamp && right instanceof Duration) return addToTimestamp(left, right.nanos);
    if (left instanceof Duration && right instanceof Timestamp) return addToTimestamp(right, left.nanos);
  }
  if (operator === '-') {
    if (left instanceof Duration && right instanceof Duration) return makeDuration(left.nanos - right.nanos);
    if (left instanceof Timestamp && right instanceof Duration) return addToTimestamp(left, -right.nanos);
    if (left instanceof Timestamp && right instanceof Timestamp)
      return makeDuration(nanosOf(left) - nanosOf(right));
  }
  throw unsupported(operator, left, right);
}

function calculateIntegers(operator: Arithmetic, left: bigint, right: bigint): bigint {
  if ((operator === '/' || operator === '%') && right === 0n)
    throw new EvaluationError('Divide by zero error.');
  switch (operator) {
    case '+':
      return checkInteger(left + right);
    case '-':
      return checkInteger(left - right);
    case '*':
      return checkInteger(left * right);
    case '/':
      return checkInteger(left / right);
    default:
      return left % right;
  }
}

function calculateFloats(operator: Arithmetic, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
    default:
      return left % right;
  }
}

function checkInteger(value: bigint): bigint {
  if (value <= MAX_INTEGER && value >= -MAX_INTEGER - 1n) return value;
  throw new EvaluationError('Integer value is out of the [-9223372036854775808, 9223372036854775807] range.');
}

function contains(container: RulesValue, element: RulesValue): boolean {
  if (container === null) throw nullValue();
  if (container instanceof Constraint) return container.proveContains(element);
  if (container instanceof RulesSet) return container.has(element);
  if (isList(container)) return container.some((item) => areIdentical(item, element));
  if (isMap(container)) {
    if (typeof element !== 'string') throw unsupported('in', element, container);
    return container.has(element);
  }
  throw new EvaluationError('Function not found error: Name: [in].');
}

export function negate(operator: '!' | '-', value: RulesValue): RulesValue {
  if (operator === '!' && typeof value === 'boolean') return !value;
  if (operator === '-') {
    if (typeof value === 'bigint') return checkInteger(-value);
    if (typeof value === 'number') return -value;
    if (value instanceof Duration) return makeDuration(-value.nanos);
  }
  throw new EvaluationError(`Unsupported operation error. Received: ${operator}${typeOf(value)}.`);
}

export function getMember(object: RulesValue, name: string): RulesValue {
  if (object === null) throw nullValue();
  if (object instanceof RulesPath) throw undefinedProperty(name);
  if (!isMap(object)) {
    throw new EvaluationError(`Type error. Received: [${typeOf(object)}] Expected: [map,path].`);
  }
  const value = object.get(name);
  if (value === undefined) throw undefinedProperty(name);
  return value;
}

export function getElement(object: RulesValue, index: RulesValue): RulesValue {
  if (object === null) throw nullValue();
  if (isMap(object) && typeof index === 'string') return getMember(object, index);
  if (object instanceof RulesPath && typeof index === 'string') throw undefinedProperty(index);
  const items = itemsOf(object, '[]');
  if (typeof index !== 'bigint') {
    throw new EvaluationError(`Unsupported operation error. Received: ${typeOf(object)}[${typeOf(index)}].`);
  }
  const item = index < 0n ? undefined : items[Number(index)];
  if (item === undefined) throw outOfBound(index, items.length);
  return item;
}

export function getRange(object: RulesValue, from: RulesValue, to: RulesValue): RulesValue {
  if (object === null) throw nullValue();
  const items = itemsOf(object, '@range');
  if (from === null && to === null) return object;
  const [first, end] = [from ?? 0n, to ?? BigInt(items.length)];
  if (typeof first !== 'bigint' || typeof end !== 'bigint') {
    throw new EvaluationError(
      `Unsupported operation error. Received: ${typeOf(object)}[${typeOf(from)}:${typeOf(to)}].`,
    );
  }
  const size = BigInt(items.length);
  if (first < 0n || first >= size) throw outOfBound(first, items.length);
  if (end < 1n || end > size) throw outOfBound(end - 1n, items.length);
  if (first > end)
    throw new EvaluationError(`Illegal range error. From index: [${first}] , To index: [${end}].`);
  const range = [Number(first), Number(end)] as const;
  if (typeof object === 'string') return object.slice(...range);
  return object instanceof RulesPath ? new RulesPath(object.segments.slice(...range)) : items.slice(...range);
}

function itemsOf(object: RulesValue, functionName: string): readonly RulesValue[] {
  if (typeof object === 'string') return object.split('');
  if (isList(object)) return object;
  if (object instanceof RulesPath) {
    return object.segments.map((segment) => {
      if (segment instanceof PathCapture) {
        throw new EvaluationError(`Variable ${segment.name} is not bound in path template.`);
      }
      return segment;
    });
  }
  throw new EvaluationError(`Function not found error: Name: [${functionName}].`);
}

const undefinedProperty = (name: string) => new EvaluationError(`Property ${name} is undefined on object.`);
const outOfBound = (index: bigint, size: number) =>
  new EvaluationError(`Index out of bound error. Index: [${index}] , size: [${size}].`);
const unsupported = (operator: string, left: RulesValue, right: RulesValue) =>
  new EvaluationError(`Unsupported operation error. Received: ${typeOf(left)} ${operator} ${typeOf(right)}.`);
