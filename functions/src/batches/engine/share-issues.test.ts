import type { Issue } from '@portal/contracts/checks';
import { Timestamp } from 'firebase-admin/firestore';
import { beforeEach, expect, it } from 'vitest';
import { clearFirestore, startFirestore } from '../../providers/testing/start-firestore.ts';
import { writeBatch } from '../sources/testing/create-batches.ts';
import { makeQueuedItem } from '../store/batch-record.ts';
import { batchReference, readBatch } from '../store/batch-store.ts';
import { readLatestChange } from '../store/progress-store.ts';
import { shareIssues } from './share-issues.ts';
import { createBatch } from './testing/create-item.ts';

const firestore = await startFirestore();

beforeEach(clearFirestore);

const ISSUES: Issue[] = [{ kind: 'brand', severity: 'severe', sentence: 'A logo.' }];
const file = { id: 'file', name: 'a.png' };
const copies = [4, 2].map((index) => ({ ...file, from: { batchId: 'one', index, kind: 'result' as const } }));
const checking = createBatch({ tool: 'check', uploads: { folder: 'folder', files: [...copies, file] } });

const share = (index: number, issues?: Issue[]) =>
  shareIssues(firestore, checking, {
    ...makeQueuedItem(index, index, Date.now(), Timestamp.now()),
    ...(issues && { issues }),
  });
const readIssues = async () => (await readBatch(firestore, 'one'))?.issues;
const readChange = async () => (await readLatestChange(firestore, undefined, 'ada')).change?.version;

it('adds what was seen to the pictures that were looked at, and tells polls', async () => {
  await writeBatch(firestore, 'one', { total: 5 });
  const before = await readChange();
  await Promise.all([share(0, ISSUES), share(1, [])]);
  expect(await readIssues()).toEqual({ 4: ISSUES, 2: [] });
  expect(await readChange()).not.toBe(before);
  await share(0, []);
  expect(await readIssues()).toEqual({ 4: [], 2: [] });
});

it('changes nothing for an item without issues, or that is no copy', async () => {
  await writeBatch(firestore, 'one', { total: 5 });
  const before = await readChange();
  await share(0);
  await share(2, ISSUES);
  expect({ issues: await readIssues(), change: await readChange() }).toEqual({
    issues: undefined,
    change: before,
  });
});

it('leaves a batch alone that is gone', async () => {
  await share(0, ISSUES);
  await writeBatch(firestore, 'one', { total: 5 });
  await batchReference(firestore, 'one').update({ deletedAt: Timestamp.now() });
  await share(0, ISSUES);
  expect(await readIssues()).toBeUndefined();
});
