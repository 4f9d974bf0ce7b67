import { uploadPath } from '@portal/contracts/uploads';
import sharp from 'sharp';
import { beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { makePlaceholder } from '../../pictures/make-placeholder.ts';
import { createPicture } from '../../providers/testing/create-picture.ts';
import { startFirestore } from '../../providers/testing/start-firestore.ts';
import { sendJson, startTestServer } from '../../providers/testing/start-test-server.ts';
import { NO_MICROS } from '../../spend/micros.ts';
import { startApi } from '../../testing/start-api.ts';
import { findTool } from '../../tools.ts';
import { createObject, startStorage } from '../../uploads/testing/start-storage.ts';
import type { Tool } from '../tool.ts';
import { processItem } from './process-item.ts';
import { itemOf, writeItem } from './testing/create-job.ts';

const firestore = await startFirestore();
vi.setConfig({ testTimeout: 60_000 });
const ORIGINAL = uploadPath('artist', 'folder-1', 'original-4');
const THUMBNAIL = `${ORIGINAL}.thumbnail`;

beforeEach(() => firestore.recursiveDelete(firestore.collection('batches')));

/** Delivers an item with an original to a tool whose attempt ends like this. */
async function deliver(attempt: Tool['attempt'], failures = 0) {
  const tasks = await startTestServer(sendJson({ name: 'queued' }));
  vi.stubEnv('CLOUD_TASKS_EMULATOR_HOST', new URL(tasks.url).host);
  vi.stubEnv('MONTHLY_BUDGET_USD', '');
  const storage = await startStorage();
  const { deps } = await startApi(['ada']);
  const bytes = await createPicture('png', 640, 400);
  storage.objects.set(ORIGINAL, createObject({ bytes }));
  storage.failUploads(failures);
  const files = [1, 2, 3, 4].map((number) => ({ id: `original-${number}`, name: 'fox.png' }));
  await writeItem(
    firestore,
    {},
    { tool: 'keyword-generator', uploads: { folder: 'folder-1', files }, total: 4 },
  );
  const keywords = findTool('keyword-generator');
  const tool: Tool = {
    ...keywords,
    settings: z.object({}),
    queueOf: () => keywords.queues[0] ?? expect.unreachable(),
    findWait: async () => undefined,
    findMaxCost: async () => NO_MICROS,
    attempt,
  };
  const all = { ...deps, ...storage.deps, firestore };
  await processItem(all, () => tool, { batchId: 'batch', index: 3, waits: 0 });
  return { objects: storage.objects, bytes, item: (await itemOf(firestore).get()).data() };
}

const writeTexts: Tool['attempt'] = async () => ({
  kind: 'written',
  texts: { title: 'Fox' },
  cost: NO_MICROS,
});

it('saves a thumbnail beside the original, and a placeholder with the texts', async () => {
  const { objects, item } = await deliver(writeTexts);
  const thumbnail = objects.get(THUMBNAIL);
  expect(thumbnail?.contentType).toBe('image/webp');
  expect(await sharp(thumbnail?.bytes).metadata()).toMatchObject({ format: 'webp', width: 320, height: 200 });
  expect(item).toMatchObject({
    state: 'done',
    texts: { title: 'Fox' },
    placeholder: await makePlaceholder(thumbnail?.bytes ?? Buffer.alloc(0)),
  });
});

it('saves it before the item is settled, also if the attempt fails', async () => {
  // Cloud Storage takes it at the third try.
  const { objects, item } = await deliver(async () => ({ kind: 'refused', detail: 'no' }), 2);
  expect(item).toMatchObject({ state: 'failed' });
  expect(objects.has(THUMBNAIL)).toBe(true);
});

it('keeps what was paid for if the thumbnail cannot be saved', async () => {
  const { objects, item } = await deliver(writeTexts, Number.POSITIVE_INFINITY);
  expect(item).toMatchObject({ state: 'done' });
  expect([...objects.keys()]).toEqual([ORIGINAL]);
});
