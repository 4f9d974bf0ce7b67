import { Timestamp, type Value, isArray } from '../values/firestore-values.ts';
import type { Micros } from '../model.ts';
import { invalidArgument } from '../status.ts';
import { microsToTimestamp } from '../values/codec.ts';
import { getField, parseFieldPath, printFieldPath, setField, type FieldPath } from '../values/field-path.ts';
import { isNumber } from '../values/kinds.ts';
import { checkValue, isReservedName } from '../values/limits.ts';
import { compareNumbers, equalValues } from '../values/order.ts';
import type { FieldTransformMessage } from '../wire/messages.ts';

const REQUEST_TIME = 1;
const MAX_INT64 = 2n ** 63n - 1n;
const MIN_INT64 = -(2n ** 63n);

export interface Transform {
  readonly path: FieldPath;
  /** The field's new value, and the value in the write result. */
  readonly compute: (current: Value | undefined, requestTime: Timestamp) => { stored: Value; result: Value };
}

export function parseTransforms(messages: readonly FieldTransformMessage[]): Transform[] {
  const transforms = messages.map(parseTransform);
  const printed = new Set(transforms.map(({ path }) => printFieldPath(path)));
  for (const { path } of transforms) rejectOuterPaths(path, printed);
  return transforms;
}

function rejectOuterPaths(path: FieldPath, printed: ReadonlySet<string>): void {
  for (let length = 1; length < path.length; length++) {
    const outer = printFieldPath(path.slice(0, length));
    if (!printed.has(outer)) continue;
    throw invalidArgument(`Cannot transform property ${outer} and its nested property at the same time.`);
  }
}

function parseTransform(message: FieldTransformMessage): Transform {
  const path = parseFieldPath(message.fieldPath);
  const reserved = path.find(isReservedName);
  if (reserved !== undefined) throw invalidArgument(`Invalid reserved name in field path ${reserved}`);
  return { path, compute: parseOperation(message) };
}

function parseOperation(message: FieldTransformMessage): Transform['compute'] {
  switch (message.transformType) {
    case 'setToServerValue':
      if (message.setToServerValue !== REQUEST_TIME) {
        throw invalidArgument('ServerValue type must be specified for set_to_server_value transformation.');
      }
      return (_, requestTime) => same(requestTime);
    case 'increment':
      return onNumber(message.increment, add);
    case 'maximum':
      return onNumber(message.maximum, (current, operand) => pick(current, operand, 1));
    case 'minimum':
      return onNumber(message.minimum, (current, operand) => pick(current, operand, -1));
    case 'appendMissingElements':
      return onArray(message, message.appendMissingElements?.values ?? [], appendMissing);
    case 'removeAllFromArray':
      return onArray(message, message.removeAllFromArray?.values ?? [], removeAll);
    default:
      throw invalidArgument('Operation type must be specified for field transformation.');
  }
}

const same = (value: Value) => ({ stored: value, result: value });

function onNumber(
  operand: Value | undefined,
  combine: (current: number | bigint, operand: number | bigint) => Value,
): Transform['compute'] {
  if (!isNumber(operand)) throw invalidArgument('Input must be int64 or double.');
  return (current) => same(isNumber(current) ? combine(current, operand) : operand);
}

function add(a: number | bigint, b: number | bigint): Value {
  if (typeof a !== 'bigint' || typeof b !== 'bigint') return Number(a) + Number(b);
  const sum = a + b;
  if (sum > MAX_INT64) return MAX_INT64;
  return sum < MIN_INT64 ? MIN_INT64 : sum;
}

/** Keeps the current value if both are equal. NaN wins over any number. */
function pick(current: number | bigint, operand: number | bigint, sign: 1 | -1): Value {
  if (Number.isNaN(current) || Number.isNaN(operand)) return Number.NaN;
  return compareNumbers(operand, current) * sign > 0 ? operand : current;
}

function onArray(
  { fieldPath }: FieldTransformMessage,
  operands: readonly Value[],
  combine: (current: readonly Value[], operands: readonly Value[]) => readonly Value[],
): Transform['compute'] {
  const checked = operands.map((operand) => checkValue(fieldPath, operand));
  return (current) => ({ stored: combine(isArray(current) ? current : [], checked), result: null });
}

function appendMissing(current: readonly Value[], operands: readonly Value[]): readonly Value[] {
  const union = [...current];
  for (const operand of operands) {
    if (!union.some((element) => equalValues(element, operand))) union.push(operand);
  }
  return union;
}

const removeAll = (current: readonly Value[], operands: readonly Value[]) =>
  current.filter((element) => !operands.some((operand) => equalValues(element, operand)));

/** Changes `fields`. Returns the results of the transforms in order. */
export function applyTransforms(
  fields: Map<string, Value>,
  transforms: readonly Transform[],
  requestTime: Timestamp,
): Value[] {
  return transforms.map(({ path, compute }) => {
    const { stored, result } = compute(getField(fields, path), requestTime);
    setField(fields, path, stored);
    return result;
  });
}

/** As in production, server timestamps in fields have milliseconds although commit times have microseconds. */
export const requestTimeOf = (commitTime: Micros): Timestamp =>
  microsToTimestamp(commitTime - (commitTime % 1000));
