import { getLineage, LineageSchema, MAX_SENT_TO_LISTED } from '@portal/contracts/lineage';
import { Timestamp } from 'firebase-admin/firestore';
import { beforeEach, expect, it } from 'vitest';
import { clearFirestore, startFirestore } from '../../providers/testing/start-firestore.ts';
import { startApi } from '../../testing/start-api.ts';
import { writeBatch, type BatchOverrides } from '../sources/testing/create-batches.ts';
import { batchReference } from '../store/batch-store.ts';

const firestore = await startFirestore();
const minutesAgo = (minutes: number) => Timestamp.fromMillis(Date.now() - minutes * 60_000);

beforeEach(clearFirestore);

async function start() {
  const { call } = await startApi(['ada', 'bo']);
  return async (id: string, uid = 'ada') => {
    const { status, body } = await call('GET', getLineage.path.replace('{id}', id), uid);
    return { status, lineage: LineageSchema.safeParse(body).data };
  };
}

/** A batch with the third picture of `source`, after an upload. */
const writeSent = (id: string, source: string, overrides: BatchOverrides = {}) =>
  writeBatch(firestore, id, {
    tool: 'upscale',
    name: id,
    uploads: {
      folder: 'folder-1',
      files: [
        { id: 'upload-1', name: 'a.png' },
        {
          id: 'copied-1',
          name: 'fox.png',
          from: { batchId: source, index: 2, kind: 'result', bytes: 9, date: '2026-11-20T00:00:00Z' },
        },
      ],
      sources: { [source]: { tool: 'image-generator', name: 'Fox' } },
    },
    sourceIds: [source],
    ...overrides,
  });

const pictures = [{ index: 1, from: { index: 2, kind: 'result' } }];

it('leads from a batch to those that it was sent to, and back', async () => {
  const read = await start();
  await writeBatch(firestore, 'source', { name: 'Fox, renamed' });
  await writeSent('older', 'source', { createdAt: minutesAgo(2) });
  await writeSent('newer', 'source', { createdAt: minutesAgo(1) });
  expect((await read('source')).lineage).toEqual({
    sources: [],
    sentTo: [
      { batchId: 'newer', tool: 'upscale', name: 'newer', pictures },
      { batchId: 'older', tool: 'upscale', name: 'older', pictures },
    ],
    hasMore: false,
  });
  expect((await read('newer')).lineage).toEqual({
    sources: [{ batchId: 'source', tool: 'image-generator', name: 'Fox, renamed', isGone: false, pictures }],
    sentTo: [],
    hasMore: false,
  });
});

it('calls a source that is named by its time by its prompt', async () => {
  const read = await start();
  const settings = { prompt: 'A red fox in the snow' };
  await writeBatch(firestore, 'source', { name: '11/27/26, 6:39 PM', settings });
  await writeSent('new', 'source');
  expect((await read('new')).lineage?.sources).toMatchObject([{ name: 'A red fox' }]);
});

it.each<[string, BatchOverrides | undefined]>([
  ['was removed', undefined],
  ['is deleted', { deletedAt: minutesAgo(1) }],
  ['has expired', { expiresAt: minutesAgo(1) }],
  ["is another person's", { owner: 'bo', name: 'A secret' }],
])('shows an end that %s as gone [D-one-studio.2]', async (_, gone) => {
  const read = await start();
  if (gone) await writeBatch(firestore, 'source', gone);
  await writeSent('new', 'source');
  expect((await read('new')).lineage?.sources).toEqual([
    { batchId: 'source', tool: 'image-generator', name: 'Fox', isGone: true, pictures },
  ]);
  await batchReference(firestore, 'source').delete();
  await writeBatch(firestore, 'source');
  if (gone) await writeSent('new', 'source', gone);
  else await batchReference(firestore, 'new').delete();
  expect((await read('source')).lineage?.sentTo).toEqual([]);
});

it('lists the newest ones and says that there are more', async () => {
  const read = await start();
  await writeBatch(firestore, 'source');
  for (let count = 0; count <= MAX_SENT_TO_LISTED; count += 1) {
    await writeSent(`new${count}`, 'source', { createdAt: minutesAgo(count) });
  }
  const { lineage } = await read('source');
  expect(lineage?.hasMore).toBe(true);
  expect(lineage?.sentTo.map(({ batchId }) => batchId)).toEqual(
    Array.from({ length: MAX_SENT_TO_LISTED }, (_, index) => `new${index}`),
  );
  await batchReference(firestore, 'new0').delete();
  expect((await read('source')).lineage?.hasMore).toBe(false);
});

it("does not find another person's batch, nor one that was deleted", async () => {
  const read = await start();
  await writeBatch(firestore, 'source');
  await writeBatch(firestore, 'deleted', { deletedAt: minutesAgo(1) });
  expect((await read('source', 'bo')).status).toBe(404);
  expect((await read('deleted')).status).toBe(404);
  expect((await read('source')).status).toBe(200);
});
