import { describe, expect, test } from 'vitest';
import type { Value } from '../values/firestore-values.ts';
import type { CodeName } from '../status.ts';
import { openStore } from '../store/open-store.ts';
import { commit, deleting, exists, fieldsAt, fieldsOf, nameOf, setting } from '../store/testing/test-data.ts';
import { microsToTimestamp } from '../values/codec.ts';
import type { FieldTransformMessage, PreconditionMessage, WriteMessage } from '../wire/messages.ts';

const transforming = (path: string, ...updateTransforms: FieldTransformMessage[]): WriteMessage =>
  setting(path, {}, { updateMask: { fieldPaths: [] }, updateTransforms });
const increment = (fieldPath: string, by: Value): FieldTransformMessage => ({
  fieldPath,
  transformType: 'increment',
  increment: by,
});
const atTime = (micros: number): PreconditionMessage => ({
  conditionType: 'updateTime',
  updateTime: microsToTimestamp(micros),
});
const masked = (...fieldPaths: string[]) => ({ updateMask: { fieldPaths } });

describe('an update', () => {
  test('without a mask replaces all fields and keeps the create time', () => {
    const store = openStore();
    const first = commit(store, setting('c/a', { x: 1n, y: 2n }));
    const second = commit(store, setting('c/a', { x: 3n }));
    expect(store.snapshot().get(nameOf('c/a'))).toMatchObject({
      fields: fieldsOf({ x: 3n }),
      createTime: first.time,
      updateTime: second.time,
    });
  });

  test.each<[string, Record<string, Value>, string[], Record<string, Value>]>([
    ['sets masked fields only', { x: 5n, y: 5n }, ['x'], { x: 5n, m: fieldsOf({ a: 1n, b: 2n }) }],
    ['deletes masked fields that it does not contain', {}, ['x', 'm.a', 'q.r'], { m: fieldsOf({ b: 2n }) }],
    ['sets nested fields', { m: fieldsOf({ a: 9n }) }, ['m.a'], { x: 1n, m: fieldsOf({ a: 9n, b: 2n }) }],
    [
      'replaces a value by a map',
      { x: fieldsOf({ a: 1n }) },
      ['x.a'],
      { x: fieldsOf({ a: 1n }), m: fieldsOf({ a: 1n, b: 2n }) },
    ],
    ['keeps a value that contains nothing', { x: 2n }, ['x.a'], { x: 1n, m: fieldsOf({ a: 1n, b: 2n }) }],
    ['does nothing with an empty mask', { x: 2n }, [], { x: 1n, m: fieldsOf({ a: 1n, b: 2n }) }],
    ['ignores __name__ in the mask', { x: 2n }, ['__name__'], { x: 1n, m: fieldsOf({ a: 1n, b: 2n }) }],
  ])('with a mask %s', (_, entries, mask, expected) => {
    const store = openStore();
    commit(store, setting('c/a', { x: 1n, m: fieldsOf({ a: 1n, b: 2n }) }));
    commit(store, setting('c/a', entries, masked(...mask)));
    expect(fieldsAt(store.snapshot(), 'c/a')).toEqual(fieldsOf(expected));
  });

  test('that changes nothing keeps and returns the update time', () => {
    const store = openStore();
    const { time } = commit(store, setting('c/a', { x: 1n, y: 2n }));
    const again = commit(store, setting('c/a', { y: 5n }), setting('c/a', { y: 2n, x: 1n }));
    expect(again.changes).toEqual([]);
    expect(again.results.map(({ updateTime }) => updateTime)).toEqual([
      microsToTimestamp(time),
      microsToTimestamp(time),
    ]);
    expect(commit(store, setting('c/a', { x: 1, y: 2n })).changes).toHaveLength(1);
  });
});

describe('several writes to one document', () => {
  test('see each other in order and become one change', () => {
    const store = openStore();
    const { changes, results, time } = commit(
      store,
      setting('c/a', { x: 1n }),
      transforming('c/a', increment('x', 1n)),
      setting('c/a', { y: 1n }, { ...masked('y'), currentDocument: exists(true) }),
      transforming('c/a', increment('x', 1n)),
    );
    expect(changes).toHaveLength(1);
    expect(fieldsAt(store.snapshot(), 'c/a')).toEqual(fieldsOf({ x: 3n, y: 1n }));
    expect(results.map(({ transformResults }) => transformResults)).toEqual([[], [2n], [], [3n]]);
    expect(new Set(results.map(({ updateTime }) => updateTime))).toEqual(new Set([microsToTimestamp(time)]));
  });

  test('that delete and set it again create a new document', () => {
    const store = openStore();
    commit(store, setting('c/a', { x: 1n }));
    const { time } = commit(
      store,
      deleting('c/a'),
      setting('c/a', { x: 1n }, { currentDocument: exists(false) }),
    );
    expect(store.snapshot().get(nameOf('c/a'))).toMatchObject({ createTime: time, updateTime: time });
  });

  test('that set and delete it leave nothing', () => {
    const store = openStore();
    const { changes, results } = commit(store, setting('c/a', { x: 1n }), deleting('c/a'));
    expect(changes).toEqual([]);
    expect(results.map(({ updateTime }) => updateTime)).toEqual([undefined, undefined]);
  });

  test.each<[string, WriteMessage[]]>([
    [
      'Cannot upsert then insert',
      [setting('c/a', {}), setting('c/a', {}, { currentDocument: exists(false) })],
    ],
    ['Cannot delete then update', [deleting('c/a'), setting('c/a', {}, { currentDocument: exists(true) })]],
    ['Cannot delete then delete', [deleting('c/a'), deleting('c/a', { currentDocument: exists(true) })]],
    [
      'different version preconditions',
      [setting('c/a', {}), setting('c/a', {}, { currentDocument: atTime(1) })],
    ],
  ])('cannot be: %s', (message, writes) => {
    const store = openStore();
    commit(store, setting('c/a', { x: 1n }));
    expect(() => commit(store, ...writes)).toThrow(message);
  });

  test('may require the same version twice', () => {
    const store = openStore();
    const { time } = commit(store, setting('c/a', { x: 1n }));
    const currentDocument = atTime(time);
    commit(
      store,
      setting('c/a', { x: 2n }, { currentDocument }),
      setting('c/a', { x: 3n }, { currentDocument }),
    );
    expect(fieldsAt(store.snapshot(), 'c/a')).toEqual(fieldsOf({ x: 3n }));
  });
});

describe('a precondition', () => {
  test.each<[string, CodeName, WriteMessage]>([
    ['exists, for a missing document', 'NOT_FOUND', setting('c/none', {}, { currentDocument: exists(true) })],
    ['exists, for a deletion', 'NOT_FOUND', deleting('c/none', { currentDocument: exists(true) })],
    ['does not exist', 'ALREADY_EXISTS', setting('c/a', {}, { currentDocument: exists(false) })],
    ['of another version', 'FAILED_PRECONDITION', setting('c/a', {}, { currentDocument: atTime(1) })],
    [
      'of a version of a missing document',
      'FAILED_PRECONDITION',
      setting('c/none', {}, { currentDocument: atTime(1) }),
    ],
  ])('%s fails as %s', (_, code, write) => {
    const store = openStore();
    commit(store, setting('c/a', { x: 1n }));
    expect(() => commit(store, setting('c/other', {}), write)).toThrow(expect.objectContaining({ code }));
    expect(store.snapshot().get(nameOf('c/other'))).toBeUndefined();
  });

  test('that is met lets the write succeed', () => {
    const store = openStore();
    const { time } = commit(store, setting('c/a', { x: 1n }, { currentDocument: exists(false) }));
    commit(store, deleting('c/a', { currentDocument: atTime(time) }));
    expect(store.snapshot().get(nameOf('c/a'))).toBeUndefined();
  });
});

test.each<[string, WriteMessage]>([
  ['empty write operation', { updateTransforms: [] }],
  ['document mask', deleting('c/a', masked('x'))],
  ['update transform', deleting('c/a', { updateTransforms: [increment('x', 1n)] })],
  ['Operation type', transforming('c/a', { fieldPath: 'x' })],
  [
    'ServerValue type',
    transforming('c/a', { fieldPath: 'x', transformType: 'setToServerValue', setToServerValue: 0 }),
  ],
  ['int64 or double', transforming('c/a', increment('x', 'text'))],
  ['property x and its nested', transforming('c/a', increment('x', 1n), increment('x.y', 1n))],
  ['reserved name', transforming('c/a', increment('__x__', 1n))],
  ['reserved name', setting('c/a', {}, masked('a.__x__'))],
  ['empty property path', setting('c/a', {}, masked(''))],
  [
    'microseconds precision',
    setting(
      'c/a',
      {},
      { currentDocument: { conditionType: 'updateTime', updateTime: { seconds: 1, nanos: 1 } } },
    ),
  ],
  ['names a collection', setting('c', {})],
  ['maximum entity size', setting('c/a', { x: 'a'.repeat(600_000), y: 'a'.repeat(600_000) })],
])('an invalid write is refused: %s', (message, write) => {
  expect(() => commit(openStore(), write)).toThrow(
    expect.objectContaining({ code: 'INVALID_ARGUMENT', message: expect.stringContaining(message) }),
  );
});
