import { Timestamp } from '@google-cloud/firestore';
import { describe, expect, test } from 'vitest';
import {
  admin,
  createAdmin,
  databaseName,
  documentsName,
  projectId,
  randomDocument,
  randomId,
  roundTrip,
} from '../harness.ts';
import { callOnce, callStream } from '../wire.ts';

describe('values come back as they were written', () => {
  const plain: [string, unknown][] = [
    ['null', null],
    ['true', true],
    ['false', false],
    ['zero', 0],
    ['an integer', 42],
    ['a negative integer', -42],
    ['the largest safe integer', Number.MAX_SAFE_INTEGER],
    ['the smallest safe integer', Number.MIN_SAFE_INTEGER],
    ['a double', 0.1],
    ['a double with no fraction', 1e20],
    ['the largest double', Number.MAX_VALUE],
    ['the smallest double', Number.MIN_VALUE],
    ['infinity', Infinity],
    ['minus infinity', -Infinity],
    ['NaN', NaN],
    ['an empty string', ''],
    ['a string of many scripts', 'aé日本😀\u0000\n\u007f'],
    ['a string just below 1 MB', 'x'.repeat(1_000_000)],
    ['an empty array', []],
    ['an array of mixed types', [1, 'a', true, null, 0.5, { a: [1] }]],
    ['an empty map', {}],
    ['nested maps', { a: { b: { c: {} } } }],
  ];
  test.each(plain)('%s', async (_name, value) => {
    expect(await roundTrip({ value })).toEqual({ value });
  });

  test('minus zero', async () => {
    const data = await roundTrip({ value: -0 });
    expect(Object.is(data?.['value'], -0)).toBe(true);
  });

  test('bytes: none, and every possible byte', async () => {
    const value = { none: Buffer.alloc(0), all: Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)) };
    expect(await roundTrip(value)).toEqual(value);
  });

  test('references, also into subcollections and to missing documents', async () => {
    const target = admin.doc('a/b/c/d');
    const data = await roundTrip({ target });
    expect(data?.['target'].path).toBe('a/b/c/d');
  });

  test('timestamps to the microsecond, rounded down', async () => {
    const data = await roundTrip({
      a: new Timestamp(1_700_000_000, 123_456_789),
      b: new Timestamp(-1, 999_999_999),
    });
    expect(data?.['a']).toEqual(new Timestamp(1_700_000_000, 123_456_000));
    expect(data?.['b']).toEqual(new Timestamp(-1, 999_999_000));
  });

  test('timestamps from the first day of year 1 to the last of year 9999', async () => {
    const value = {
      first: new Timestamp(-62_135_596_800, 0),
      last: new Timestamp(253_402_300_799, 999_999_000),
    };
    expect(await roundTrip(value)).toEqual(value);
  });

  test('timestamps at the epoch', async () => {
    const value = { epoch: new Timestamp(0, 0), date: Timestamp.fromDate(new Date(0)) };
    expect(await roundTrip(value)).toEqual(value);
  });

  test('exact 64-bit integers', async () => {
    const exact = createAdmin({ projectId, useBigInt: true });
    const document = exact.doc(randomDocument().path);
    const value = {
      max: 9_223_372_036_854_775_807n,
      min: -9_223_372_036_854_775_808n,
      odd: 9_007_199_254_740_993n,
    };
    await document.set(value);
    expect((await document.get()).data()).toEqual(value);
  });

  test('an integer stays an integer and a double a double', async () => {
    const name = `${documentsName}/${randomId()}/doc`;
    const fields = { integer: { integerValue: '5' }, double: { doubleValue: 5 } };
    await callOnce('Commit', { database: databaseName, writes: [{ update: { name, fields } }] });
    const [answer] = await callStream<{ found: { fields: object } }>('BatchGetDocuments', {
      database: databaseName,
      documents: [name],
    });
    expect(answer?.found.fields).toMatchObject({
      integer: { integerValue: '5' },
      double: { doubleValue: 5 },
    });
  });

  test('arrays of maps of arrays', async () => {
    const value = { list: [{ inner: [{ deeper: [1, 2] }] }] };
    expect(await roundTrip(value)).toEqual(value);
  });

  test('a map of 20 levels', async () => {
    let value: object = { end: true };
    for (let level = 0; level < 17; level += 1) value = { level: value };
    expect(await roundTrip({ value })).toEqual({ value });
  });

  test('a thousand fields', async () => {
    const value = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`field${index}`, index]));
    expect(await roundTrip(value)).toEqual(value);
  });

  test('an array of a thousand elements in order', async () => {
    const value = { list: Array.from({ length: 1000 }, (_, index) => index) };
    expect(await roundTrip(value)).toEqual(value);
  });

  test('field names with dots, quotes, spaces, emoji, digits first', async () => {
    const value = {
      'a.b': 1,
      'back`tick': 2,
      'back\\slash': 3,
      'two words': 4,
      '😀': 5,
      '1st': 6,
      'a/b': 7,
      '*': 8,
      '[x]': 9,
    };
    expect(await roundTrip(value)).toEqual(value);
  });
});
