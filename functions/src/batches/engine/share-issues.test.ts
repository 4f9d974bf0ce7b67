import type { Issue } from '@portal/contracts/checks';
import { Timestamp } from 'firebase-admin/firestore';
import { beforeEach, expect, it } from 'vitest';
import { clearFirestore, startFirestore } from '../../providers/testing/start-firestore.ts';
import { createView, writeBatch } from '../sources/testing/create-batches.ts';
import { batchReference, readBatch } from '../store/batch-store.ts';
import { readLatestChange } from '../store/progress-store.ts';
import { prepareSharedIssues } from './share-issues.ts';

const firestore = await startFirestore();

beforeEach(clearFirestore);

const ISSUES: Issue[] = [{ kind: 'brand', severity: 'severe', sentence: 'A logo.' }];
const file = { id: 'file', name: 'a.png' };
const copies = [4, 2].map((index) => ({ ...file, from: { batchId: 'one', index, kind: 'result' as const } }));
const uploads = { folder: 'folder', files: [...copies, file] };

/** By index of the batch that has looked. */
const share = (...seen: (Issue[] | undefined)[]) =>
  firestore.runTransaction(async (transaction) => {
    const items = seen.map((issues, index) => [index, createView(issues && { issues })] as const);
    const write = await prepareSharedIssues(firestore, transaction, { uploads }, Object.fromEntries(items));
    write();
  });
const readIssues = async () => (await readBatch(firestore, 'one'))?.issues;
const readChange = async () => (await readLatestChange(firestore, undefined, 'ada')).change?.version;

it('adds what was seen to the pictures that were looked at, and tells polls', async () => {
  await writeBatch(firestore, 'one', { total: 5, issues: { 0: ISSUES, 4: [] } });
  const before = await readChange();
  await share(ISSUES, []);
  expect(await readIssues()).toEqual({ 0: ISSUES, 2: [], 4: ISSUES });
  expect(await readChange()).not.toBe(before);
});

it('changes nothing for an item without issues, or that is no copy', async () => {
  await writeBatch(firestore, 'one', { total: 5 });
  const before = await readChange();
  await share(undefined, undefined, ISSUES);
  expect({ issues: await readIssues(), change: await readChange() }).toEqual({
    issues: undefined,
    change: before,
  });
});

it('leaves a batch alone that is gone', async () => {
  await share(ISSUES);
  await writeBatch(firestore, 'one', { total: 5 });
  await batchReference(firestore, 'one').update({ deletedAt: Timestamp.now() });
  await share(ISSUES);
  expect(await readIssues()).toBeUndefined();
});
