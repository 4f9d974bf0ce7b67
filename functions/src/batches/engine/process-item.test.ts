import { uploadPath } from '@portal/contracts/uploads';
import { Timestamp } from 'firebase-admin/firestore';
import sharp from 'sharp';
import { beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { readAppearance } from '../../pictures/checks/appearance.ts';
import { createPicture } from '../../providers/testing/create-picture.ts';
import { clearFirestore, startFirestore } from '../../providers/testing/start-firestore.ts';
import { sendJson, startTestServer } from '../../providers/testing/start-test-server.ts';
import { NO_MICROS, toMicros } from '../../spend/micros.ts';
import { startApi } from '../../testing/start-api.ts';
import { findTool } from '../../tools.ts';
import { createObject, startStorage } from '../../pictures/uploads/testing/start-storage.ts';
import type { ItemRecord } from '../store/batch-record.ts';
import type { Attempt, Tool } from '../tool.ts';
import { processItem } from './process-item.ts';
import { itemOf, progressOf, readShownProgress, writeItem } from './testing/create-item.ts';
import { refuseMemory } from './testing/refuse-memory.ts';

const firestore = await startFirestore();
const ORIGINAL = uploadPath('artist', 'folder-1', 'original-4');
const THUMBNAIL = `${ORIGINAL}.thumbnail`;

beforeEach(clearFirestore);

type Fetch = NonNullable<Tool['fetchable']>['fetch'];
type Forget = NonNullable<Tool['fetchable']>['forget'];

interface Options {
  /** Uploads that fail. */
  failures?: number;
  item?: Partial<ItemRecord>;
  original?: Buffer;
  tool?: Partial<Tool>;
}

/** Delivers an item with an original to a tool whose attempt ends like this. */
async function deliver(
  attempt: Tool['attempt'],
  { failures = 0, item = {}, original, tool: changes }: Options = {},
) {
  const tasks = await startTestServer(sendJson({ name: 'queued' }));
  vi.stubEnv('CLOUD_TASKS_EMULATOR_HOST', new URL(tasks.url).host);
  vi.stubEnv('MONTHLY_BUDGET_USD', '');
  const storage = await startStorage();
  const { deps } = await startApi(['ada']);
  const bytes = original ?? (await createPicture('png', 640, 400));
  storage.objects.set(ORIGINAL, createObject({ bytes }));
  storage.failUploads(failures);
  const files = [1, 2, 3, 4].map((number) => ({ id: `original-${number}`, name: 'fox.png' }));
  await writeItem(firestore, item, {
    tool: 'keyword-generator',
    uploads: { folder: 'folder-1', files },
    total: 4,
  });
  const keywords = findTool('keyword-generator');
  const tool: Tool = {
    ...keywords,
    settings: z.object({}),
    queueOf: () => keywords.queues[0] ?? expect.unreachable(),
    findWait: async () => undefined,
    findMaxCost: async () => NO_MICROS,
    attempt,
    ...changes,
  };
  const all = { ...deps, ...storage.deps, firestore, findTool: () => tool };
  await processItem(all, { batchId: 'batch', index: 3, waits: 0 });
  const progress = await progressOf(firestore).get();
  return {
    objects: storage.objects,
    bytes,
    item: (await itemOf(firestore).get()).data(),
    shown: progress.get('items.3') as unknown,
    again: tasks.requests.length,
  };
}

const readLeaseEnd = async (): Promise<number> => (await itemOf(firestore).get()).get('wakeAt').toMillis();

const writeTexts: Tool['attempt'] = async () => ({
  kind: 'written',
  texts: { title: 'Fox' },
  cost: NO_MICROS,
});

it('saves a thumbnail beside the original, and its appearance with the texts', async () => {
  const { objects, item, bytes } = await deliver(writeTexts);
  const thumbnail = objects.get(THUMBNAIL);
  expect(thumbnail?.contentType).toBe('image/webp');
  expect(await sharp(thumbnail?.bytes).metadata()).toMatchObject({ format: 'webp', width: 320, height: 200 });
  expect(item).toMatchObject({
    state: 'done',
    texts: { title: 'Fox' },
    ...(await readAppearance(bytes)),
  });
});

it('renews the lease of free work, and shows how much of it is done', async () => {
  const { item } = await deliver(
    async (clients, work) => {
      const leasedUntil = await readLeaseEnd();
      work.onProgress(0.5);
      await expect.poll(readLeaseEnd).toBeGreaterThan(leasedUntil);
      expect(await readShownProgress(firestore)).toBe(0.5);
      return writeTexts(clients, work);
    },
    { tool: { isCharged: false } },
  );
  expect(item).toMatchObject({ state: 'done' });
});

it.each(['claimed', 'calling'] as const)(
  'says when another worker takes over a lost one: %s',
  async (state) => {
    const wakeAt = Timestamp.fromMillis(Date.now() + 60_000);
    const { item, shown, again } = await deliver(writeTexts, { item: { state, worker: 'lost', wakeAt } });
    expect(item).toMatchObject({ state, worker: 'lost', wakeAt });
    expect(shown).toMatchObject({ state, retryAt: wakeAt });
    expect(again).toBeGreaterThan(0);
  },
);

it('says nothing of a retry while the item waits for its time', async () => {
  const notBefore = Timestamp.fromMillis(Date.now() + 60_000);
  const { shown } = await deliver(writeTexts, { item: { state: 'queued', notBefore } });
  expect(shown).toBeUndefined();
});

it('saves it before the item is settled, also if the attempt fails', async () => {
  // Cloud Storage takes it at the second try.
  const { objects, item } = await deliver(async () => ({ kind: 'refused', detail: 'no' }), { failures: 1 });
  expect(item).toMatchObject({ state: 'failed' });
  expect(objects.has(THUMBNAIL)).toBe(true);
});

it('keeps what was paid for if the thumbnail cannot be saved', async () => {
  const { objects, item } = await deliver(writeTexts, { failures: Number.POSITIVE_INFINITY });
  expect(item).toMatchObject({ state: 'done' });
  expect([...objects.keys()]).toEqual([ORIGINAL]);
});

const COST = toMicros(0.02);
const SOON = new Date(Date.now() + 60_000);

it.each<[string, Attempt, object, string]>([
  ['refused', { kind: 'refused', detail: 'no', cost: COST }, { cost: COST }, 'refused'],
  ['impossible', { kind: 'impossible', reason: 'Too large.' }, { cost: 0 }, 'refused'],
  ['unreadable for the tool', { kind: 'unreadable', reason: 'Broken.' }, { cost: 0 }, 'unreadable'],
])('fails an item for good that is %s', async (_, attempt, item, permanent) => {
  const found = await deliver(async () => attempt);
  expect(found.item).toMatchObject({ state: 'failed', ...item });
  expect(found.shown).toMatchObject({ permanent, ...('reason' in attempt && { reason: attempt.reason }) });
  expect(found.again).toBe(0);
});

it.each<[string, Attempt, object]>([
  [
    'whose answer was paid for and is of no use',
    { kind: 'useless', reason: 'No JSON.', cost: COST },
    { attempts: 1, spent: COST },
  ],
  ['that the provider was too busy for', { kind: 'rate-limited', detail: 'busy' }, { attempts: 1, spent: 0 }],
  [
    'that waits for a key',
    { kind: 'wait', until: SOON },
    { attempts: 0, notBefore: Timestamp.fromDate(SOON) },
  ],
])('delivers an item again %s', async (_, attempt, item) => {
  const found = await deliver(async () => attempt);
  expect(found.item).toMatchObject({ state: 'queued', worker: null, ...item });
  expect(found.again).toBe(1);
});

it('fails an item after its third attempt, which a person may repeat', async () => {
  const useless: Attempt = { kind: 'useless', reason: 'No JSON.', cost: COST };
  const found = await deliver(async () => useless, { item: { attempts: 2, spent: COST } });
  expect(found.item).toMatchObject({ state: 'failed', cost: 2 * COST });
  expect(found.shown).toMatchObject({ state: 'failed', reason: 'No JSON.' });
  expect(found.shown).not.toHaveProperty('permanent');
  expect(found.again).toBe(0);
});

it('fails an item if no key is left', async () => {
  const attempt = vi.fn<Tool['attempt']>(writeTexts);
  const found = await deliver(attempt, { tool: { findWait: async () => ({ until: undefined }) } });
  expect(found.item).toMatchObject({ state: 'failed', cost: 0 });
  expect(attempt).not.toHaveBeenCalled();
});

it('does not repeat a call whose result is unknown', async () => {
  const found = await deliver(async () => ({ kind: 'connection-lost', detail: 'reset', cost: COST }));
  expect(found.item).toMatchObject({ state: 'uncertain', cost: COST });
  expect(found.again).toBe(0);
});

it('repeats an attempt that broke before its request was sent', async () => {
  const found = await deliver(() => Promise.reject(new Error('A mistake.')));
  expect(found.item).toMatchObject({ state: 'queued', attempts: 1, reserved: 0 });
  expect(found.again).toBe(1);
});

it('does not repeat an attempt that broke after its request was sent', async () => {
  const breakLater: Tool['attempt'] = async (_deps, { onSend }) => {
    onSend();
    throw new Error('A mistake.');
  };
  await expect(deliver(breakLater)).rejects.toThrow('A mistake.');
  expect((await itemOf(firestore).get()).get('state')).toBe('calling');
});

it('does not send an original that cannot be read', async () => {
  const attempt = vi.fn<Tool['attempt']>(writeTexts);
  const found = await deliver(attempt, { original: Buffer.from('no picture') });
  expect(found.item).toMatchObject({ state: 'failed', cost: 0 });
  expect(found.shown).toMatchObject({
    permanent: 'unreadable',
    reason: expect.stringContaining('This is not'),
  });
  expect(attempt).not.toHaveBeenCalled();
});

it('gives the tool the named original, and lets other workers fetch its call', async () => {
  const startedCall = { id: 'call', key: 'key', paid: NO_MICROS };
  const fetchable = { fetch: vi.fn<Fetch>(), forget: vi.fn<Forget>().mockResolvedValue() };
  let state: unknown;
  const attempt: Tool['attempt'] = async (deps, work) => {
    const { picture, fileName, variant, onStarted } = work;
    expect({ fileName, variant, width: picture?.width }).toEqual({
      fileName: 'fox.png',
      variant: 3,
      width: 640,
    });
    await onStarted(startedCall);
    state = (await itemOf(firestore).get()).data();
    return writeTexts(deps, work);
  };
  await deliver(attempt, { tool: { fetchable } });
  expect(state).toMatchObject({ state: 'calling', startedCall });
  expect(fetchable.forget).toHaveBeenCalledExactlyOnceWith(expect.anything(), {}, startedCall);
});

it('does not count an attempt for which the instance has no memory', async () => {
  const attempt = vi.fn<Tool['attempt']>(writeTexts);
  const restore = refuseMemory();
  const found = await deliver(attempt);
  restore();
  expect(found.item).toMatchObject({ state: 'queued', attempts: 0, reserved: 0 });
  expect(found.again).toBe(1);
  expect(attempt).not.toHaveBeenCalled();
});

it('notes no call before the picture of its item is checked', async () => {
  const states: unknown[] = [];
  const findWait = async () => {
    states.push((await itemOf(firestore).get()).get('state'));
    return undefined;
  };
  expect((await deliver(writeTexts, { tool: { findWait } })).item).toMatchObject({ state: 'done' });
  expect(states).toEqual(['claimed']);
});
