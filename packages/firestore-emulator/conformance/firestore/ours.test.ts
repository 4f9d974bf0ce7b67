/** What our emulator refuses because the portal does not use it. Google's emulator supports it. */
import { AggregateField, FieldPath, FieldValue, Filter, GeoPoint } from '@google-cloud/firestore';
import { describe, test } from 'vitest';
import { config } from '../config.ts';
import { code, documentsName, expectFailure, randomCollection } from '../harness.ts';
import { readDocument } from '../wire-requests.ts';
import { callOnce } from '../wire.ts';

describe('what the portal does not use', () => {
  const collection = randomCollection();
  const name = `${documentsName}/${collection.id}/a`;
  const refusals: [string, () => Promise<unknown>][] = [
    ['OR', () => collection.where(Filter.or(Filter.where('a', '==', 1), Filter.where('b', '==', 1))).get()],
    ['NOT_EQUAL', () => collection.where('a', '!=', 1).get()],
    ['IS_NOT_NULL', () => collection.where('a', '!=', null).get()],
    ['IS_NAN', () => collection.where('a', '==', NaN).get()],
    ['NOT_IN', () => collection.where('a', 'not-in', [1]).get()],
    ['ARRAY_CONTAINS_ANY', () => collection.where('a', 'array-contains-any', [1]).get()],
    ["'in' on a document's name", () => collection.where(FieldPath.documentId(), 'in', ['a']).get()],
    ['An offset', () => collection.offset(1).get()],
    ['Averages', () => collection.aggregate({ mean: AggregateField.average('a') }).get()],
    ['ListDocuments', () => collection.listDocuments()],
    ['PartitionQuery', () => callOnce('PartitionQuery', {})],
    ['Write', () => callOnce('Write', {})],
    ['GetDocument', () => callOnce('GetDocument', {})],
    ['past time', () => readDocument(name, { readTime: { seconds: '1' } })],
    ['Read-only', () => readDocument(name, { newTransaction: { readOnly: {} } })],
    ['appendMissingElements', () => collection.doc('a').set({ a: FieldValue.arrayUnion(1) })],
    ['removeAllFromArray', () => collection.doc('a').set({ a: FieldValue.arrayRemove(1) })],
    ['A geo point', () => collection.doc('a').set({ a: new GeoPoint(1, 1) })],
    ['A vector', () => collection.doc('a').set({ a: FieldValue.vector([1]) })],
  ];

  test.skipIf(config.target !== 'ours')('is answered with UNIMPLEMENTED and its name', async () => {
    // The Admin SDK repeats a query for some seconds before it reports the error.
    await Promise.all(
      refusals.map(([what, attempt]) => expectFailure(attempt(), code.UNIMPLEMENTED, new RegExp(what))),
    );
  });
});
