import { expect, test } from 'vitest';
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

test.each<[Value | undefined, Value, Value]>([
  [1n, 2n, 3n],
  [1n, 2, 3],
  [1.5, 2n, 3.5],
  [MAX, 2n, MAX],
  [-MAX, -5n, -MAX - 1n],
  [2n ** 53n + 1n, 0.5, 2 ** 53],
  [undefined, 2n, 2n],
  ['text', 2, 2],
  [null, 2n, 2n],
  [1n, Number.NaN, Number.NaN],
])('increment of %o by %o is %o', (current, increment, expected) => {
  expect(transform(current, { transformType: 'increment', increment })).toEqual({
    stored: expected,
    result: expected,
  });
});

test.each(['maximum', 'minimum', 'appendMissingElements', 'removeAllFromArray'] as const)(
  'refuses %s',
  (transformType) => {
    expect(() => transform(1n, { transformType })).toThrow(
      expect.objectContaining({ code: 'UNIMPLEMENTED', message: expect.stringContaining(transformType) }),
    );
  },
);

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
