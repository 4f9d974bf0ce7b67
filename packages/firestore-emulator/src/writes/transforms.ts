import type { Timestamp, Value } from '../firestore-values.ts';
import type { Micros } from '../model.ts';
import { invalidArgument, unimplemented } from '../status.ts';
import { microsToTimestamp } from '../values/codec.ts';
import { getField, parseFieldPath, printFieldPath, setField, type FieldPath } from '../values/field-path.ts';
import { isNumber } from '../values/kinds.ts';
import { isReservedName } from '../values/limits.ts';
import type { FieldTransformMessage } from '../wire/messages.ts';

const REQUEST_TIME = 1;
const MAX_INT64 = 2n ** 63n - 1n;
const MIN_INT64 = -(2n ** 63n);

export interface Transform {
  readonly path: FieldPath;
  /** The field's new value, which is also in the write result. */
  readonly compute: (current: Value | undefined, requestTime: Timestamp) => Value;
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

function parseOperation({
  transformType,
  setToServerValue,
  increment,
}: FieldTransformMessage): Transform['compute'] {
  switch (transformType) {
    case 'setToServerValue':
      if (setToServerValue !== REQUEST_TIME) {
        throw invalidArgument('ServerValue type must be specified for set_to_server_value transformation.');
      }
      return (_, requestTime) => requestTime;
    case 'increment':
      if (!isNumber(increment)) throw invalidArgument('Input must be int64 or double.');
      return (current) => (isNumber(current) ? add(current, increment) : increment);
    case undefined:
      throw invalidArgument('Operation type must be specified for field transformation.');
    default:
      throw unimplemented(`The transform '${transformType}'`);
  }
}

function add(a: number | bigint, b: number | bigint): Value {
  if (typeof a !== 'bigint' || typeof b !== 'bigint') return Number(a) + Number(b);
  const sum = a + b;
  if (sum > MAX_INT64) return MAX_INT64;
  return sum < MIN_INT64 ? MIN_INT64 : sum;
}

/** Changes `fields`. Returns the results of the transforms in order. */
export function applyTransforms(
  fields: Map<string, Value>,
  transforms: readonly Transform[],
  requestTime: Timestamp,
): Value[] {
  return transforms.map(({ path, compute }) => {
    const value = compute(getField(fields, path), requestTime);
    setField(fields, path, value);
    return value;
  });
}

/** As in production, server timestamps in fields have milliseconds although commit times have microseconds. */
export const requestTimeOf = (commitTime: Micros): Timestamp =>
  microsToTimestamp(commitTime - (commitTime % 1000));
