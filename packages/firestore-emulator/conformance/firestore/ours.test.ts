/** What Google's emulator cannot do: exceptions.ts lists every case of this file. Starts its own servers. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AggregateField, FieldPath, FieldValue, Filter, GeoPoint } from '@google-cloud/firestore';
import { describe, expect, onTestFinished } from 'vitest';
import { startEmulator, type EmulatorOptions, type RunningServer } from '../../testing/start-emulator.ts';
import {
  catchFailure,
  code,
  expectFailure,
  randomCollection,
  createAdmin,
  documentsName,
  randomId,
  readIds,
  seed,
  testOnly,
} from '../harness.ts';
import { fieldFilter, readDocument, runQuery } from '../wire-requests.ts';
import { callOnce } from '../wire.ts';

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function start(options: EmulatorOptions): Promise<RunningServer> {
  const server = await startEmulator(options);
  onTestFinished(() => server.stop());
  return server;
}

async function startWithIndexes(indexes: object[]): Promise<RunningServer> {
  const indexesFile = join(await createFolder(), 'firestore.indexes.json');
  await writeFile(indexesFile, JSON.stringify({ indexes, fieldOverrides: [] }));
  return start({ indexesFile });
}

const byTagAndTime = {
  collectionGroup: 'pictures',
  queryScope: 'COLLECTION',
  fields: [
    { fieldPath: 'tag', order: 'ASCENDING' },
    { fieldPath: 'at', order: 'DESCENDING' },
  ],
};

describe('composite indexes', () => {
  testOnly('refuses a query that needs a composite index and prints that index', async () => {
    const { address } = await startWithIndexes([]);
    // The Admin SDK would retry for some seconds.
    const query = {
      from: [{ collectionId: 'pictures' }],
      where: fieldFilter('tag', 'EQUAL', { stringValue: 'x' }),
      orderBy: [{ field: { fieldPath: 'at' }, direction: 'DESCENDING' }],
    };
    const failure = await catchFailure(runQuery(query, { serverAddress: address }));
    expect(failure).toMatchObject({ code: code.FAILED_PRECONDITION });
    const message = String(failure);
    const printed: unknown = JSON.parse(message.slice(message.indexOf('{'), message.lastIndexOf('}') + 1));
    expect(printed).toEqual({ indexes: [byTagAndTime] });
  });

  testOnly('runs the query once its composite index is configured', async () => {
    const { address } = await startWithIndexes([byTagAndTime]);
    const firestore = createAdmin({ host: address });
    const pictures = firestore.collection('pictures');
    await seed({ a: { tag: 'x', at: 1 }, b: { tag: 'x', at: 2 }, c: { tag: 'y', at: 3 } }, pictures);
    expect(await readIds(pictures.where('tag', '==', 'x').orderBy('at', 'desc'))).toEqual(['b', 'a']);
  });

  testOnly('runs without a composite index what single-field indexes can serve', async () => {
    const { address } = await startWithIndexes([]);
    const firestore = createAdmin({ host: address });
    const pictures = await seed(
      { a: { tag: 'x', at: 1 }, b: { tag: 'x', at: 2 } },
      firestore.collection('pictures'),
    );
    expect(await readIds(pictures.where('tag', '==', 'x').where('at', '==', 2))).toEqual(['b']);
    expect(await readIds(pictures.where('at', '>', 1).orderBy('at', 'desc'))).toEqual(['b']);
    expect(await readIds(pictures.where('tag', 'in', ['x', 'y']))).toEqual(['a', 'b']);
  });
});

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

  testOnly('is answered with UNIMPLEMENTED and its name', async () => {
    // The Admin SDK repeats a query for some seconds before it reports the error.
    await Promise.all(
      refusals.map(([what, attempt]) => expectFailure(attempt(), code.UNIMPLEMENTED, new RegExp(what))),
    );
  });
});

describe('durability', () => {
  async function restart(end: NodeJS.Signals) {
    const dataDir = await createFolder();
    const projectId = randomId('demo-');
    const first = await start({ dataDir });
    const before = createAdmin({ host: first.address, projectId });
    const { writeTime } = await before.doc('place/doc').set({ n: 1, text: 'ä😀', list: [1, { deep: true }] });
    await before.doc('place/gone').set({});
    await before.doc('place/gone').delete();
    await first.stop(end);
    const second = await start({ dataDir });
    return { after: createAdmin({ host: second.address, projectId }), writeTime };
  }

  async function expectAllKept(end: NodeJS.Signals): Promise<void> {
    const { after, writeTime } = await restart(end);
    const snapshot = await after.doc('place/doc').get();
    expect(snapshot.data()).toEqual({ n: 1, text: 'ä😀', list: [1, { deep: true }] });
    expect(snapshot.createTime?.isEqual(writeTime)).toBe(true);
    expect(snapshot.updateTime?.isEqual(writeTime)).toBe(true);
    expect(await readIds(after.collection('place'))).toEqual(['doc']);
  }

  testOnly('keeps acknowledged writes after a restart', () => expectAllKept('SIGTERM'));

  testOnly('keeps acknowledged writes after a kill -9', () => expectAllKept('SIGKILL'));

  testOnly('keeps update times increasing after a restart', async () => {
    const { after, writeTime } = await restart('SIGTERM');
    const later = await after.doc('place/doc').set({ n: 2 });
    expect(later.writeTime.valueOf() > writeTime.valueOf()).toBe(true);
  });
});
