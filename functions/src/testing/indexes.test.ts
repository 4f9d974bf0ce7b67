import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Timestamp } from 'firebase-admin/firestore';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import indexes from '../../../firestore.indexes.json' with { type: 'json' };
import { readSelectionsOf } from '../batches/archive/archive-store.ts';
import { sweep } from '../batches/engine/sweep.ts';
import {
  countOpenSince,
  readDueIds as readDueProviderBatches,
  readOpenOf,
} from '../batches/store/provider-batch-store.ts';
import { readFolderUse } from '../batches/store/expired-batches.ts';
import {
  countItemsIn,
  countOpenBatches,
  hasOpenItems,
  isUploadUsed,
  pageOpenBatches,
  readBatchesOf,
  readBatchPage,
  readItemsIn,
  readLostItems,
  readOpenBatches,
  readOpenBatchIds,
  readOverdueItems,
} from '../batches/store/batch-store.ts';
import { countFailedWork, readFailedWork } from '../batches/store/failed-work-store.ts';
import { readSentTo } from '../batches/store/lineage-store.ts';
import { PROGRESS, readChanges, readLatestChange } from '../batches/store/progress-store.ts';
import { deleteSharesOf } from '../batches/store/share-store.ts';
import type { Run } from '../operations/cleanup/cleanup-record.ts';
import { readRun, startOrJoin } from '../operations/cleanup/cleanup-store.ts';
import { makeStorageStats } from '../operations/cleanup/read-storage-stats.ts';
import { EXPIRING_GROUPS, removeBatches, removeExpired } from '../operations/cleanup/remove-documents.ts';
import type { Work } from '../operations/cleanup/step.ts';
import { readDeliveriesOf, readOpenDeliveries, readOverdueFiles } from '../studio/delivery/delivery-store.ts';
import type { Deps } from '../batches/deps.ts';
import { assertNotLastAdmin } from '../operations/directory/guard-admins.ts';
import { usersWithEmail, whitelistEntries } from '../identity/access-store.ts';
import {
  readDueIds,
  readLatestChange as readLatestPipelineChange,
  readPipelinesOf,
  readPlanned,
  readScheduledIds,
} from '../studio/pipelines/pipeline-store.ts';
import { readRecipes } from '../studio/pipelines/recipe-store.ts';
import { readEarlierSuggestions, sweepSuggestions } from '../studio/suggestions/suggestion-store.ts';
import { startFirestore } from '../providers/testing/start-firestore.ts';
import { startApi } from './start-api.ts';

const SOURCES = join(import.meta.dirname, '..');
const firestore = await startFirestore(join(SOURCES, '../../firestore.indexes.json'));

let deps: Deps;
let run: Run;
beforeAll(async () => {
  for (const uid of ['ada', 'bo']) await firestore.doc(`users/${uid}`).set({ role: 'admin' });
  const { runId } = await startOrJoin(firestore, 'nightly', Timestamp.now());
  const started = await readRun(firestore, runId);
  if (!started) throw new Error('The cleanup did not start.');
  run = started;
});

/** A media service that answers, so that only a query can fail. */
const answeringMedia = (): Deps => ({
  ...deps,
  mediaAdmin: {
    ...deps.mediaAdmin,
    countResources: async () => ({ value: 0, limit: undefined }),
    readUsage: async () => ({ value: { plan: '', storage: { usage: 0 } }, limit: undefined }),
  },
});

async function cleanUp(): Promise<void> {
  const steps = [removeBatches, ...EXPIRING_GROUPS.map(removeExpired)];
  const cursor = JSON.stringify({ seconds: 1, nanoseconds: 0, path: 'batches/one' });
  for (const step of steps) {
    for (const at of [null, cursor]) {
      const work: Work = {
        deps,
        run: { ...run, cursor: at },
        callService: () => Promise.reject(new Error()),
      };
      await step.removePage(work);
    }
  }
}

/** Every file with queries that need an index: how many clauses it has, and calls that run all of its queries. */
const QUERIES: Record<string, { clauses: number; run: (() => Promise<unknown>)[] }> = {
  'batches/archive/archive-store.ts': { clauses: 1, run: [() => readSelectionsOf(firestore, 'one')] },
  'batches/engine/sweep.ts': { clauses: 1, run: [() => sweep(deps)] },
  'batches/store/provider-batch-store.ts': {
    clauses: 4,
    run: [
      () => readDueProviderBatches(firestore, Timestamp.now()),
      () => readOpenOf(firestore, 'one'),
      () => countOpenSince(firestore, Timestamp.now()),
    ],
  },
  'batches/store/expired-batches.ts': {
    clauses: 1,
    run: [() => readFolderUse(firestore, ['one'], Timestamp.now())],
  },
  'batches/store/batch-store.ts': {
    clauses: 28,
    run: [
      () => readBatchesOf(firestore, 'upscale', 'ada'),
      () => readBatchPage(firestore, 'ada', { limit: 1 }),
      () => readBatchPage(firestore, 'ada', { createdBefore: new Date().toISOString(), limit: 1 }),
      () => readBatchPage(firestore, 'ada', { limit: 1, tool: 'upscale', after: '1~0~one' }),
      () => readOpenBatches(firestore, 1),
      () => readOpenBatchIds(firestore, 'ada'),
      () => isUploadUsed(firestore, 'one'),
      () => pageOpenBatches(firestore, 1).next(),
      () => countOpenBatches(firestore, 'upscale', 'ada'),
      () => hasOpenItems(firestore, 'one'),
      () => readLostItems(firestore, 'one', Timestamp.now()),
      () => readOverdueItems(firestore, { id: 'one', window: 1 }, Timestamp.now()),
      () => readItemsIn(firestore, 'one', ['failed', 'uncertain']),
      () => countItemsIn(firestore, 'one', ['waiting', 'done']),
    ],
  },
  'batches/store/failed-work-store.ts': {
    clauses: 4,
    run: [
      () => countFailedWork(firestore),
      () => countFailedWork(firestore, 'uncertain'),
      () => readFailedWork(firestore, undefined),
      () => readFailedWork(firestore, '1~one~failed'),
    ],
  },
  'batches/store/lineage-store.ts': {
    clauses: 2,
    run: [() => readSentTo(firestore, 'ada', 'one', 1)],
  },
  'batches/store/progress-store.ts': {
    clauses: 6,
    run: [
      () => readLatestChange(firestore, 'upscale', 'ada'),
      () => readChanges(firestore, 'upscale', 'ada', Timestamp.now(), 100),
      () => readLatestChange(firestore, undefined, 'ada'),
      () => readChanges(firestore, undefined, 'ada', Timestamp.now(), 100),
    ],
  },
  'batches/store/share-store.ts': { clauses: 1, run: [() => deleteSharesOf(firestore, 'ada')] },
  'operations/cleanup/read-storage-stats.ts': {
    clauses: 4,
    run: [() => makeStorageStats(answeringMedia())()],
  },
  'operations/cleanup/remove-documents.ts': { clauses: 4, run: [cleanUp] },
  'studio/delivery/delivery-store.ts': {
    clauses: 5,
    run: [
      () => readDeliveriesOf(firestore, 'ada'),
      () => readOpenDeliveries(firestore),
      () => readOpenDeliveries(firestore, 'ada'),
      () => readOverdueFiles(firestore, 'one', Timestamp.now()),
    ],
  },
  'operations/directory/guard-admins.ts': {
    clauses: 1,
    run: [
      () => firestore.runTransaction((transaction) => assertNotLastAdmin(firestore, transaction, 'demoted')),
    ],
  },
  'identity/access-store.ts': {
    clauses: 1,
    run: [
      () => usersWithEmail(firestore, 'Ada@studio.example').get(),
      () => whitelistEntries(firestore, 'Ada@studio.example').get(),
    ],
  },
  'studio/pipelines/pipeline-store.ts': {
    clauses: 13,
    run: [
      () => readPipelinesOf(firestore, 'ada'),
      () => readLatestPipelineChange(firestore, 'ada'),
      () => readDueIds(firestore, Timestamp.now()),
      () => readScheduledIds(firestore, 'ada'),
      () => readPlanned(firestore, new Date()),
    ],
  },
  'studio/pipelines/recipe-store.ts': {
    clauses: 1,
    run: [() => readRecipes(firestore)],
  },
  'studio/suggestions/suggestion-store.ts': {
    clauses: 3,
    run: [() => sweepSuggestions(firestore), () => readEarlierSuggestions(firestore, 'ada')],
  },
};

it('lists every query of the server', () => {
  const files = globSync('**/*.ts', { cwd: SOURCES, exclude: ['**/*.test.ts', '**/testing/**'] });
  const counted = files.flatMap((file) => {
    const source = readFileSync(join(SOURCES, file), 'utf8');
    const clauses = source.match(/\.(where|orderBy|aggregate|collectionGroup|findNearest)\(/g) ?? [];
    return clauses.length === 0 ? [] : [[file, clauses.length] as const];
  });
  const listed = Object.entries(QUERIES).map(([file, { clauses }]) => [file, clauses]);
  expect(Object.fromEntries(counted)).toEqual(Object.fromEntries(listed));
});

it.each(Object.keys(QUERIES))('has the indexes for %s', async (file) => {
  ({ deps } = await startApi([]));
  const settled = await Promise.allSettled((QUERIES[file]?.run ?? []).map((query) => query()));
  expect(settled.filter(({ status }) => status === 'rejected')).toEqual([]);
});

const OverridesSchema = z.array(
  z.object({ collectionGroup: z.string(), fieldPath: z.string(), indexes: z.array(z.unknown()) }),
);
const overrides = OverridesSchema.parse(indexes.fieldOverrides);

/** Few documents, with few fields: their automatic indexes cost nothing. */
const SMALL_COLLECTIONS = [
  'alerts',
  'allowances',
  'bans',
  'checks',
  'cleanup',
  'people',
  'providerKeys',
  'recipes',
  'spend',
  'system',
  'whitelist',
];
/** Without documents. */
const PARENTS = ['health', 'histories', 'providerStatistics'];

const readSources = () =>
  globSync('**/*.ts', { cwd: SOURCES, exclude: ['**/*.test.ts'] }).map((file) =>
    readFileSync(join(SOURCES, file), 'utf8'),
  );

it('indexes no field by itself, so that maps can grow', () => {
  const names = readSources().flatMap((source) =>
    [...source.matchAll(/(?:collection(?:Group)?\('(\w+)'|firestore\.doc\([`'](\w+)\/)/g)].flatMap(
      ([, name, other]) => name ?? other ?? [],
    ),
  );
  const exempt = overrides.filter((each) => each.fieldPath === '*' && each.indexes.length === 0);
  const groups = exempt.map(({ collectionGroup }) => collectionGroup);
  const collections = new Set([...names, PROGRESS, ...EXPIRING_GROUPS]);
  expect([...groups, ...SMALL_COLLECTIONS, ...PARENTS].toSorted()).toEqual([...collections].toSorted());
});

it('indexes only fields that are queried', () => {
  const queried = new Set(
    readSources().flatMap((source) =>
      [...source.matchAll(/\.(?:where|orderBy)\('([\w.]+)'/g)].map(([, field]) => field),
    ),
  );
  const indexed = overrides.filter((each) => each.indexes.length > 0);
  expect(indexed.filter(({ fieldPath }) => !queried.has(fieldPath))).toEqual([]);
  expect(indexed.flatMap((each) => (each.indexes.length > 1 ? [each] : []))).toEqual([]);
});
