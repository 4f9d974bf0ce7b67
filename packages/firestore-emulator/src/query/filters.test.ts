import { expect, test } from 'vitest';
import { Reference, Timestamp } from '../values/firestore-values.ts';
import type { FilterMessage } from '../wire/messages.ts';
import { prepareQuery } from './prepare-query.ts';
import {
  and,
  createDocument,
  createQuery,
  createSnapshot,
  idsOf,
  or,
  ROOT,
  where,
  whereIs,
} from './testing/test-data.ts';

const at = (path: string) => new Reference(`${ROOT}/${path}`);

const documents = createSnapshot([
  createDocument('c/array', { x: [1n, null], y: 1n }),
  createDocument('c/bytes', { x: new Uint8Array([1]) }),
  createDocument('c/false', { x: false, y: 2n }),
  createDocument('c/int', { x: 1n, y: 1n }),
  createDocument('c/map', { x: new Map([['a', 1n]]) }),
  createDocument('c/missing', { y: 1n }),
  createDocument('c/nan', { x: NaN, y: 1n }),
  createDocument('c/null', { x: null, y: 1n }),
  createDocument('c/reference', { x: at('c/int') }),
  createDocument('c/string', { x: 'a', y: 3n }),
  createDocument('c/time', { x: new Timestamp(1, 0) }),
  createDocument('c/two', { x: 2, y: 1n }),
]);

/** Sorted by `x`, which an inequality implies. */
const ALL_BUT_NULL = 'false nan int two time string bytes reference array map';

const cases: [string, FilterMessage, string][] = [
  ['a range stays within its type', where('x', 'GREATER_THAN_OR_EQUAL', 1n), 'int two'],
  ['a range of numbers excludes NaN', where('x', 'LESS_THAN', 5n), 'int two'],
  ['a range of strings', where('x', 'GREATER_THAN_OR_EQUAL', ''), 'string'],
  ['a range of arrays', where('x', 'GREATER_THAN', []), 'array'],
  ['a range of maps', where('x', 'GREATER_THAN_OR_EQUAL', new Map()), 'map'],
  ['an integer equals the same double', where('x', 'EQUAL', 1), 'int'],
  ['equality with an array', where('x', 'EQUAL', [1n, null]), 'array'],
  ['comparing with null finds nothing', where('x', 'EQUAL', null), ''],
  ['comparing with NaN finds nothing', where('x', 'EQUAL', NaN), ''],
  ['a range from null finds nothing', where('x', 'GREATER_THAN_OR_EQUAL', null), ''],
  ['is null', whereIs('x', 'IS_NULL'), 'null'],
  ['is NaN', whereIs('x', 'IS_NAN'), 'nan'],
  ['is not null', whereIs('x', 'IS_NOT_NULL'), ALL_BUT_NULL],
  ['is not NaN also excludes null', whereIs('x', 'IS_NOT_NAN'), ALL_BUT_NULL.replace('nan ', '')],
  [
    'not equal excludes null and missing fields',
    where('x', 'NOT_EQUAL', 1n),
    ALL_BUT_NULL.replace('int ', ''),
  ],
  ['not equal to NaN includes NaN', where('x', 'NOT_EQUAL', NaN), ALL_BUT_NULL],
  ['not equal to null finds nothing', where('x', 'NOT_EQUAL', null), ''],
  ['not in', where('x', 'NOT_IN', [1n, 'a']), ALL_BUT_NULL.replace('int ', '').replace('string ', '')],
  ['not in with null finds nothing', where('x', 'NOT_IN', [1n, null]), ''],
  ['not in with NaN includes NaN', where('x', 'NOT_IN', [NaN]), ALL_BUT_NULL],
  ['in', where('x', 'IN', ['a', 2n]), 'string two'],
  ['in does not find null or NaN', where('x', 'IN', [null, NaN, 1n]), 'int'],
  ['array contains', where('x', 'ARRAY_CONTAINS', 1), 'array'],
  ['array contains does not find null', where('x', 'ARRAY_CONTAINS', null), ''],
  ['array contains any', where('x', 'ARRAY_CONTAINS_ANY', [null, 7n, 1n]), 'array'],
  ['a reference', where('x', 'EQUAL', at('c/int')), 'reference'],
  ['a field inside a map', where('x.a', 'EQUAL', 1n), 'map'],
  ['all of several', and(where('y', 'EQUAL', 1n), where('x', 'GREATER_THAN', 1n)), 'two'],
  [
    'an empty "and" matches everything',
    and(),
    'array bytes false int map missing nan null reference string time two',
  ],
  ['any of several', or(where('x', 'EQUAL', 1n), where('y', 'EQUAL', 3n)), 'int string'],
  [
    'a document that matches twice is returned once',
    or(where('x', 'EQUAL', 1n), where('y', 'EQUAL', 1n), where('x', 'EQUAL', 2)),
    'array int missing nan null two',
  ],
  [
    'an inequality in "or" needs its field everywhere',
    or(where('x', 'GREATER_THAN', 'Z'), where('y', 'EQUAL', 1n)),
    'null nan int two string array',
  ],
  ['nested', and(where('y', 'EQUAL', 1n), or(where('x', 'EQUAL', 1n), whereIs('x', 'IS_NULL'))), 'int null'],
  ['the name equals', where('__name__', 'EQUAL', at('c/map')), 'map'],
  ['the name in', where('__name__', 'IN', [at('c/two'), at('c/int'), at('d/int')]), 'int two'],
  ['the name after', where('__name__', 'GREATER_THAN', at('c/string')), 'time two'],
  [
    'the name between',
    and(where('__name__', 'GREATER_THAN_OR_EQUAL', at('c/map')), where('__name__', 'LESS_THAN', at('c/nan'))),
    'map missing',
  ],
  [
    'the name differs',
    and(where('__name__', 'NOT_EQUAL', at('c/int')), where('x', 'GREATER_THAN', 0n)),
    'two',
  ],
  [
    'the name not in',
    where('__name__', 'NOT_IN', [at('c/int'), at('c/array')]),
    'bytes false map missing nan null reference string time two',
  ],
];

test.each(cases)('%s', (_, filter, expected) => {
  const query = prepareQuery(ROOT, createQuery({ where: filter }));
  expect(idsOf(query.run(documents))).toBe(expected);
  const matching = documents.documents(`${ROOT}/c`).filter(query.matches);
  expect(idsOf(matching.toSorted(query.compare))).toBe(expected);
});
