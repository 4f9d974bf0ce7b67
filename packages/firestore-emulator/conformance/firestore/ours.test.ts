/** What Google's emulator cannot do: exceptions.ts lists every case of this file. Starts its own servers. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import { startEmulator, type EmulatorOptions, type RunningServer } from '../../testing/start-emulator.ts';
import {
  catchFailure,
  code,
  createAdmin,
  documentsName,
  listIds,
  randomId,
  readIds,
  seed,
  testOnly,
} from '../harness.ts';
import { fieldFilter, runQuery } from '../wire-requests.ts';
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

describe('partitions', () => {
  testOnly('splits a collection group into partitions that cover it', async () => {
    const group = randomId();
    const firestore = createAdmin();
    await seed(
      Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`d${n}`, { n }])),
      firestore.collection(group),
    );
    const parts: string[][] = [];
    for await (const partition of firestore.collectionGroup(group).getPartitions(3)) {
      parts.push(listIds(await partition.toQuery().get()));
    }
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.flat().toSorted()).toEqual(Array.from({ length: 400 }, (_, n) => `d${n}`).toSorted());
  });

  testOnly('returns no partitions for an empty collection group', async () => {
    const structuredQuery = {
      from: [{ collectionId: randomId(), allDescendants: true }],
      orderBy: [{ field: { fieldPath: '__name__' }, direction: 'ASCENDING' }],
    };
    const parent = documentsName;
    const answer = await callOnce<{ partitions: object[] }>('PartitionQuery', {
      parent,
      structuredQuery,
      partitionCount: '3',
    });
    expect(answer.partitions).toEqual([]);
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
