import { describe, expect, test } from 'vitest';
import { Timestamp, type Value } from '../values/firestore-values.ts';
import { fieldsOf } from '../store/testing/test-data.ts';
import type { FieldTransformMessage } from '../wire/messages.ts';
import { applyTransforms, parseTransforms, requestTimeOf } from './transforms.ts';

const MAX = 2n ** 63n - 1n;

/** Applies the transform to field x of a document with this value. */
function transform(x: Value | undefined, message: Omit<FieldTransformMessage, 'fieldPath'>) {
  const fields = fieldsOf(x === undefined ? {} : { x });
  const [result] = applyTransforms(
    fields,
    parseTransforms([{ fieldPath: 'x', ...message }]),
    new Timestamp(7, 0),
  );
  return { stored: fields.get('x'), result };
}

const map = (a: Value) => fieldsOf({ a });

describe('a number', () => {
  test.each<['increment' | 'maximum' | 'minimum', Value | undefined, Value, Value]>([
    ['increment', 1n, 2n, 3n],
    ['increment', 1n, 2, 3],
    ['increment', 1.5, 2n, 3.5],
    ['increment', MAX, 2n, MAX],
    ['increment', -MAX, -5n, -MAX - 1n],
    ['increment', 2n ** 53n + 1n, 0.5, 2 ** 53],
    ['increment', undefined, 2n, 2n],
    ['increment', 'text', 2, 2],
    ['increment', null, 2n, 2n],
    ['increment', 1n, Number.NaN, Number.NaN],
    ['maximum', 1n, 2n, 2n],
    ['maximum', 2n, 1.5, 2n],
    ['maximum', 3n, 3, 3n],
    ['maximum', 3, 3n, 3],
    ['maximum', -0, 0n, -0],
    ['maximum', MAX, 2 ** 63, 2 ** 63],
    ['maximum', 'text', 1n, 1n],
    ['maximum', undefined, 1n, 1n],
    ['maximum', 1n, Number.NaN, Number.NaN],
    ['maximum', Number.NaN, 1n, Number.NaN],
    ['minimum', 1n, 2n, 1n],
    ['minimum', 1.5, 1n, 1n],
    ['minimum', 3n, 3, 3n],
    ['minimum', 1n, Number.NaN, Number.NaN],
    ['minimum', Number.NaN, 1n, Number.NaN],
  ])('%s of %o by %o is %o', (transformType, current, operand, expected) => {
    expect(transform(current, { transformType, [transformType]: operand })).toEqual({
      stored: expected,
      result: expected,
    });
  });
});

describe('an array', () => {
  test.each<[Value | undefined, Value[], Value[]]>([
    [
      [1n, 2n],
      [2n, 3n, 3n],
      [1n, 2n, 3n],
    ],
    [[1n], [1, 2n, 2], [1n, 2n]],
    [
      [Number.NaN, 0n],
      [Number.NaN, -0],
      [Number.NaN, 0n],
    ],
    [[map(1n)], [map(1), map(2n)], [map(1n), map(2n)]],
    [[1n, 1n], [1n], [1n, 1n]],
    [undefined, [null, null], [null]],
    ['text', [1n], [1n]],
    [undefined, [new Timestamp(1, 1999)], [new Timestamp(1, 1000)]],
  ])('%o united with %o is %o', (current, values, expected) => {
    expect(
      transform(current, { transformType: 'appendMissingElements', appendMissingElements: { values } }),
    ).toEqual({ stored: expected, result: null });
  });

  test.each<[Value | undefined, Value[], Value[]]>([
    [[1n, 2n, 1, 1n], [1n], [2n]],
    [[Number.NaN, map(1n), null], [Number.NaN, map(1)], [null]],
    [undefined, [1n], []],
    [5n, [1n], []],
  ])('%o without %o is %o', (current, values, expected) => {
    expect(
      transform(current, { transformType: 'removeAllFromArray', removeAllFromArray: { values } }),
    ).toEqual({ stored: expected, result: null });
  });
});

test('the server time is the commit time in milliseconds', () => {
  expect(requestTimeOf(1_234_567_890_123_456)).toEqual(new Timestamp(1_234_567_890, 123_000_000));
  expect(transform('text', { transformType: 'setToServerValue', setToServerValue: 1 })).toEqual({
    stored: new Timestamp(7, 0),
    result: new Timestamp(7, 0),
  });
});

const by = (fieldPath: string, increment: Value): FieldTransformMessage => ({
  fieldPath,
  transformType: 'increment',
  increment,
});

test('transforms of one write see each other and can change nested fields', () => {
  const fields = fieldsOf({ a: 1n });
  const results = applyTransforms(
    fields,
    parseTransforms([by('a.b', 1n), by('c', 1n), by('c', 2n)]),
    new Timestamp(7, 0),
  );
  expect(results).toEqual([1n, 1n, 3n]);
  expect(fields).toEqual(fieldsOf({ a: fieldsOf({ b: 1n }), c: 3n }));
});
