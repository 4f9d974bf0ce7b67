/** An instance that answers a person's lists of batches. */
import { Timestamp } from 'firebase-admin/firestore';
import { beforeEach, vi } from 'vitest';
import type { Deps } from '../../deps.ts';
import { startFirestore } from '../../../providers/testing/start-firestore.ts';
import { createRecord } from '../../sources/testing/create-batches.ts';
import { makeQueuedItem, type BatchRecord } from '../../store/batch-record.ts';
import { batchReference, RETENTION_MS } from '../../store/batch-store.ts';
import { PROGRESS, writeBatchChange, writeItemProgress } from '../../store/progress-store.ts';

const TOOL = 'image-generator';
const expiresAt = Timestamp.fromMillis(Date.now() + RETENTION_MS);

export async function startLists() {
  const firestore = await startFirestore();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- lists need nothing else
  const deps = { firestore } as Deps;

  let owner = '';
  let people = 0;
  let instance: typeof import('../list-batches.ts');
  beforeEach(async () => {
    people += 1;
    owner = `person${people}`;
    await restart();
  });

  /** Another instance, which has read nothing yet. Returns how to go back to the one before. */
  async function restart() {
    const before = instance;
    vi.resetModules();
    instance = await import('../list-batches.ts');
    return () => {
      instance = before;
    };
  }

  /** Another person. Returns how to go back to the one before. */
  function switchPerson() {
    const before = owner;
    owner = `${owner}-other`;
    return () => {
      owner = before;
    };
  }

  async function writeBatch(id: string, overrides: Partial<BatchRecord> = {}) {
    const record = createRecord({
      tool: TOOL,
      owner,
      name: id,
      total: 20,
      estimate: 1,
      createdAt: Timestamp.now(),
      expiresAt,
      endedAt: null,
      ...overrides,
    });
    const writer = firestore.batch();
    writer.set(batchReference(firestore, id), record);
    writeBatchChange(firestore, writer, { ...record, id });
    await writer.commit();
  }

  async function writeDone(id: string, index: number) {
    const writer = firestore.batch();
    const item = { ...makeQueuedItem(index, index, Date.now(), expiresAt), state: 'done' as const };
    writeItemProgress(firestore, writer, { owner, tool: TOOL, id, expiresAt }, item);
    await writer.commit();
  }

  /** As if the changes were made earlier. Those of the last seconds are returned again: they may have been missed. */
  async function moveBack() {
    const found = await firestore.collectionGroup(PROGRESS).where('owner', '==', owner).get();
    const changedAt = Timestamp.fromMillis(Date.now() - 10_000);
    for (const { ref } of found.docs) await ref.update({ changedAt });
  }

  const nameOf = (suffix: string) => `${owner}-${suffix}`;

  const listSince = (version: string | undefined) => instance.listBatches(deps, TOOL, owner, version);

  async function readList() {
    const list = await listSince(undefined);
    if (!list) throw new Error('No list.');
    return list;
  }

  const listChanges = (since: string) => instance.listChanges(deps, TOOL, owner, since, since);

  /** Undefined if nothing has changed. */
  async function readChanges(since: string) {
    const found = await listChanges(since);
    return (
      found && {
        ...found,
        changed: found.changed.map(({ batch, doneCount }) => ({ name: batch.name, done: doneCount })),
      }
    );
  }

  return {
    firestore,
    restart,
    switchPerson,
    nameOf,
    writeBatch,
    writeDone,
    moveBack,
    listSince,
    readList,
    listChanges,
    readChanges,
  };
}
