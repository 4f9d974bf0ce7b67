/** Texts about pictures, written within 24 hours. */
import { KeywordOptionsSchema } from '@portal/contracts/keyword-generator';
import { uploadPath } from '@portal/contracts/uploads';
import { beforeEach, expect, it, vi } from 'vitest';
import { createPicture } from '../../providers/testing/create-picture.ts';
import { startFirestore } from '../../providers/testing/start-firestore.ts';
import { startSandbox } from '../../providers/testing/start-sandbox.ts';
import { findTool } from '../../tools.ts';
import { KeywordSettingsSchema } from '../../tools/keyword-generator/keyword-settings.ts';
import { createObject } from '../../pictures/uploads/testing/start-storage.ts';
import { createBatch } from '../engine/create-batch.ts';
import { refuseMemory } from '../engine/testing/refuse-memory.ts';
import { readBatch, readItem } from '../store/batch-store.ts';
import { startHalfPrice } from './testing/start-half-price.ts';

const firestore = await startFirestore();
const sandbox = await startSandbox();
const pathOf = (index: number) => uploadPath('ada', 'folder-1', `picture-${index}`);
const BROKEN = Buffer.from('no picture');

let portal: Awaited<ReturnType<typeof startHalfPrice>>;
beforeEach(async () => {
  portal = await startHalfPrice(firestore, sandbox);
});

/** A batch with these originals, which are sent at once. */
async function submit(originals: readonly Buffer[]): Promise<string> {
  for (const [index, bytes] of originals.entries())
    portal.objects.set(pathOf(index), createObject({ bytes }));
  const batchId = await createBatch(portal.deps, findTool('keyword-generator'), {
    owner: 'ada',
    name: 'Foxes',
    settings: KeywordSettingsSchema.parse({ provider: 'openai', ...KeywordOptionsSchema.parse({}) }),
    variants: [...originals.keys()],
    uploads: {
      folder: 'folder-1',
      files: [...originals.keys()].map((index) => ({ id: `picture-${index}`, name: `${index}.png` })),
    },
    isHalfPrice: true,
    idempotencyKey: undefined,
  });
  await portal.deliver();
  return batchId;
}

it('are written about each picture that can be read', async () => {
  const picture = await createPicture('png', 64, 40);
  const batchId = await submit([picture, BROKEN, picture]);
  expect(await portal.readStates(batchId)).toEqual(['submitted', 'failed', 'submitted']);
  expect((await portal.reasonsOf(batchId))[1]).toMatch(/^failed This is not .* unreadable$/);
  await portal.finish(batchId);
  expect(await portal.readStates(batchId)).toEqual(['done', 'failed', 'done']);
  expect(await readItem(firestore, batchId, 0)).toMatchObject({
    texts: { seo_image_title: expect.any(String), extension: 'png', width: 64, height: 40, edited: false },
    image: null,
    placeholder: expect.any(String),
    measures: { hash: expect.any(String) },
  });
  expect([0, 1, 2].map((index) => portal.objects.has(`${pathOf(index)}.thumbnail`))).toEqual([
    true,
    false,
    true,
  ]);
  await portal.expectSettled('openai', 2);
  const { spent, saved } = await portal.readMonth();
  expect(spent).toBeGreaterThan(0);
  expect(Math.abs(saved - spent)).toBeLessThan(10);
});

it('are not asked for if no picture can be read', async () => {
  const batchId = await submit([BROKEN, BROKEN]);
  expect(await portal.readStates(batchId)).toEqual(['failed', 'failed']);
  expect(await portal.readProviderBatches(batchId)).toMatchObject([
    { state: 'ended', name: null, dueAt: null },
  ]);
  expect((await readBatch(firestore, batchId))?.endedAt).not.toBeNull();
  await portal.expectSettled('openai', 0);
});

it('are charged, and lost, if their picture was removed before they came', async () => {
  const batchId = await submit([await createPicture('png', 64, 40)]);
  portal.objects.clear();
  await portal.finish(batchId);
  expect(await portal.reasonsOf(batchId)).toEqual([
    'failed The uploaded file no longer exists. Upload it again. unreadable',
  ]);
  expect((await readItem(firestore, batchId, 0))?.cost).toBeGreaterThan(0);
  await portal.expectSettled('openai', 1);
});

it('are charged by their tokens if the provider refuses', async () => {
  await sandbox.addFault('openai', { kind: 'refusal' });
  const batchId = await submit([await createPicture('png', 64, 40)]);
  await portal.finish(batchId);
  expect((await portal.reasonsOf(batchId))[0]).toMatch(/^failed The provider refused it .* refused$/);
  expect((await readItem(firestore, batchId, 0))?.cost).toBeGreaterThan(0);
});

it('wait while the instance has no memory for a picture', async () => {
  let restore = refuseMemory();
  const batchId = await submit([await createPicture('png', 64, 40)]);
  expect(await portal.readProviderBatches(batchId)).toMatchObject([
    { state: 'creating', name: null, worker: null, indexes: [0] },
  ]);
  restore();
  await portal.follow();
  expect(await portal.readProviderBatches(batchId)).toMatchObject([{ state: 'running' }]);
  restore = refuseMemory();
  await vi.waitFor(async () => {
    await portal.follow();
    expect(await portal.readProviderBatches(batchId)).toMatchObject([{ state: 'collecting', worker: null }]);
  });
  expect(await portal.readStates(batchId)).toEqual(['submitted']);
  restore();
  await portal.finish(batchId);
  expect(await portal.readStates(batchId)).toEqual(['done']);
  await portal.expectSettled('openai', 1);
});
