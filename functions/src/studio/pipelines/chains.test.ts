import { Timestamp } from 'firebase-admin/firestore';
import { expect, it } from 'vitest';
import { deleteBatch } from '../../batches/api/change-batch.ts';
import { makeLeasedItem } from '../../batches/engine/leased-item.ts';
import { sweep } from '../../batches/engine/sweep.ts';
import { batchReference, itemReference, readBatch } from '../../batches/store/batch-store.ts';
import { readItemSnapshot } from '../../batches/store/item-snapshot.ts';
import { startFirestore } from '../../providers/testing/start-firestore.ts';
import { findTool } from '../../tools.ts';
import { LANES, minutesFromNow, STAGES, startJobs, WRITTEN } from './testing/start-jobs.ts';

const firestore = await startFirestore();

const FAILED = { state: 'failed', reason: 'The provider refused the prompt.', permanent: 'refused' } as const;

it('creates all batches at once, linked by picture', async () => {
  const { start, read, stateOf, enqueued } = await startJobs(firestore);
  const id = await start({ lanes: [LANES.xai, LANES.google], stages: STAGES });
  const { batches, state, estimate } = await read(id);
  expect(state).toBe('running');
  expect(batches.map(({ lane, chain, tool }) => `${lane} ${chain} ${tool}`)).toEqual(
    [0, 1].flatMap((each) =>
      ['image-generator', 'upscale', 'stylizer', 'keyword-generator'].map(
        (tool) => `${each} ${each} ${tool}`,
      ),
    ),
  );
  expect(batches.map(({ waitingCount }) => waitingCount)).toEqual([0, 2, 2, 2, 0, 2, 2, 2]);
  const sum = batches.reduce((all, batch) => all + Number(batch['estimate']), 0);
  expect(estimate).toBeCloseTo(sum, 6);
  const [first = '', second = ''] = batches.map(({ batchId }) => batchId);
  expect([await stateOf(first, 0), await stateOf(second, 0)]).toEqual(['queued', 'waiting']);
  expect((await readBatch(firestore, second))?.uploads?.files).toMatchObject([
    { name: 'Fox.jpg', from: { batchId: first, index: 0, kind: 'result' } },
    { name: expect.stringMatching(/_002\.jpg$/) },
  ]);
  expect(enqueued.map(({ queue }) => queue).toSorted()).toEqual([
    'makeWithGoogle',
    'makeWithGoogle',
    'makeWithXai',
    'makeWithXai',
  ]);
});

it('splits long lists into chains of 100 with names of their own', async () => {
  const { start, read } = await startJobs(firestore);
  const prompts = Array.from({ length: 250 }, (_, index) => ({ prompt: `fox ${index}` }));
  const { batches } = await read(await start({ prompts, name: 'Foxes' }));
  expect(batches.map(({ chain, total }) => [chain, total])).toEqual(
    [100, 100, 50].flatMap((total, chain) => [0, 1, 2].map(() => [chain, total])),
  );
  const names = await Promise.all(
    batches.map(async ({ batchId }) => (await readBatch(firestore, batchId))?.name),
  );
  expect([...new Set(names)]).toEqual(['Foxes 1', 'Foxes 2', 'Foxes 3']);
  const second = await readBatch(firestore, batches[3]?.batchId ?? '');
  expect(second?.settings).toMatchObject({ quantity: 100, prompt: 'fox 100' });
});

it("names the batches of several models by the models' labels", async () => {
  const { start, idsOf } = await startJobs(firestore);
  const lanes = [LANES.xai, LANES.google, LANES.google];
  const ids = await idsOf(await start({ lanes, stages: {}, name: 'Foxes' }));
  const names = await Promise.all(ids.map(async (id) => (await readBatch(firestore, id))?.name));
  expect(names).toEqual(['Foxes, Grok 2 Image', 'Foxes, Imagen 3 (1)', 'Foxes, Imagen 3 (2)']);
});

it('a picture moves to the next stage as soon as it is done, in any order', async () => {
  const { start, idsOf, finish, stateOf, isEnqueued, read } = await startJobs(firestore);
  const id = await start();
  const [made = '', enlarged = '', written = ''] = await idsOf(id);
  await finish(made, 1);
  expect([await stateOf(enlarged, 0), await stateOf(enlarged, 1)]).toEqual(['waiting', 'queued']);
  expect([isEnqueued(enlarged, 0), isEnqueued(enlarged, 1)]).toEqual([false, true]);
  expect((await read(id)).batches.map(({ waitingCount }) => waitingCount)).toEqual([0, 1, 2]);
  await finish(enlarged, 1);
  await finish(written, 1, WRITTEN);
  await finish(made, 0);
  await finish(enlarged, 0);
  expect((await read(id)).state).toBe('running');
  await finish(written, 0, WRITTEN);
  const ended = await read(id);
  expect(ended.state).toBe('ended');
  expect(ended.cost).toBeCloseTo(4 * 0.07 + 2 * 0.01, 6);
  expect(ended.batches.map(({ status, doneCount }) => `${status} ${doneCount}`)).toEqual(
    Array(3).fill('completed 2'),
  );
  // Read again from what was saved.
  expect(await read(id)).toEqual(ended);
});

it.each([
  ['failed', FAILED, 'The picture was not made: The provider refused the prompt.'],
  [
    'uncertain',
    { state: 'uncertain', reason: 'Connection lost.' } as const,
    'The picture may not have been made: Connection lost.',
  ],
  ['cancelled', { state: 'cancelled' } as const, 'The picture was not made: it was cancelled.'],
])('cancels the rest of the chain of a picture that is %s', async (_, outcome, reason) => {
  const { start, idsOf, finish, stateOf, reasonOf, read } = await startJobs(firestore);
  const id = await start();
  const [made = '', enlarged = '', written = ''] = await idsOf(id);
  await finish(made, 0, outcome);
  expect([await stateOf(enlarged, 0), await stateOf(written, 0)]).toEqual(['cancelled', 'cancelled']);
  expect([await reasonOf(enlarged, 0), await reasonOf(written, 0)]).toEqual([reason, reason]);
  expect(await stateOf(enlarged, 1)).toBe('waiting');
  await finish(made, 1, outcome);
  expect((await read(id)).state).toBe('ended');
  expect((await read(id)).batches.map(({ cancelledCount }) => cancelledCount).slice(1)).toEqual([2, 2]);
});

it('a lost worker is repaired by the next delivery, also between release and task', async () => {
  const { start, idsOf, settle, redeliver, stateOf, isEnqueued, enqueue, record } =
    await startJobs(firestore);
  const [made = '', enlarged = ''] = await idsOf(await start());
  await settle(made, 0);
  expect(await stateOf(enlarged, 0)).toBe('waiting');
  enqueue.mockImplementation(async (queue) => {
    if (typeof queue !== 'string' && queue.name.startsWith('upscale')) throw new Error('Killed.');
  });
  await expect(redeliver(made, 0)).rejects.toThrow('Killed.');
  expect([await stateOf(enlarged, 0), isEnqueued(enlarged, 0)]).toEqual(['queued', false]);
  enqueue.mockImplementation(record);
  await redeliver(made, 0);
  expect(isEnqueued(enlarged, 0)).toBe(true);
});

it('the sweep passes on what was lost, and reads little otherwise', async () => {
  const { deps, start, idsOf, settle, stateOf, isEnqueued, reasonOf, read } = await startJobs(firestore);
  const id = await start();
  const [made = '', enlarged = '', written = ''] = await idsOf(id);
  await settle(made, 0);
  await settle(made, 1, FAILED);
  await sweep(deps);
  expect([await stateOf(enlarged, 0), isEnqueued(enlarged, 0)]).toEqual(['queued', true]);
  expect([await stateOf(enlarged, 1), await stateOf(written, 1)]).toEqual(['cancelled', 'cancelled']);
  expect(await reasonOf(written, 1)).toContain('refused');
  expect(await stateOf(written, 0)).toBe('waiting');
  expect((await read(id)).state).toBe('running');
});

it('the sweep cancels what waits for a choice until it expires [D-one-studio.4]', async () => {
  const { deps, start, idsOf, finish, stateOf } = await startJobs(firestore);
  const ids = await idsOf(await start({ isChosenByHand: true }));
  const [made = '', enlarged = '', written = ''] = ids;
  for (const index of [0, 1]) await finish(made, index);
  for (const batchId of ids) await batchReference(firestore, batchId).update({ expiresAt: Timestamp.now() });
  await sweep(deps);
  expect([await stateOf(enlarged, 0), await stateOf(written, 1)]).toEqual(['cancelled', 'cancelled']);
  for (const batchId of ids) expect((await readBatch(firestore, batchId))?.endedAt).not.toBeNull();
});

it('the sweep finds a lost task by time, and no item that waits for its turn', async () => {
  const { deps, start, idsOf, finish, enqueued } = await startJobs(firestore);
  const prompts = Array.from({ length: 6 }, (_, index) => ({ prompt: `fox ${index}` }));
  const [made = '', enlarged = ''] = await idsOf(await start({ prompts }));
  for (const index of [5, 4, 3]) await finish(made, index);
  const sweepIn = async (minutes: number) => {
    const before = enqueued.length;
    await sweep(deps, { now: minutesFromNow(minutes) });
    return enqueued.slice(before).flatMap(({ id }) => (id.startsWith(enlarged) ? [id.split('-')[1]] : []));
  };
  expect(await sweepIn(6)).toEqual(['5', '4']);
  await itemReference(firestore, enlarged, 5).update({
    wakeAt: minutesFromNow(-9),
    notBefore: minutesFromNow(-14),
  });
  expect(await sweepIn(1)).toEqual(['5']);
  // One of the batch was just claimed, which gave the next one its place.
  await itemReference(firestore, enlarged, 4).update({
    wakeAt: minutesFromNow(-9),
    notBefore: minutesFromNow(-14),
  });
  await finish(enlarged, 5);
  expect(await sweepIn(1)).toEqual([]);
});

it('has two released items of a batch in the queue at a time', async () => {
  const { deps, start, idsOf, finish, enqueued, redeliver } = await startJobs(firestore);
  const prompts = Array.from({ length: 6 }, (_, index) => ({ prompt: `fox ${index}` }));
  const [made = '', enlarged = ''] = await idsOf(await start({ prompts }));
  for (const index of [2, 0, 3, 1]) await finish(made, index);
  const order = () =>
    enqueued.flatMap(({ id }) => (id.startsWith(`${enlarged}-`) ? [Number(id.split('-')[1])] : []));
  expect(order()).toEqual([2, 0]);
  await finish(enlarged, 2);
  expect(order()).toEqual([2, 0, 3]);
  await finish(enlarged, 0);
  expect(order()).toEqual([2, 0, 3, 1]);
  await finish(enlarged, 3);
  await redeliver(enlarged, 3);
  // Nothing waits before it that could enqueue it.
  await finish(enlarged, 1);
  await finish(made, 5);
  await finish(made, 4);
  expect(order()).toEqual([2, 0, 3, 1, 5, 4]);
  // Behind others of the same batch for long: not lost.
  expect((await sweep(deps)).enqueued).toBe(0);
});

it('claims an item to which another one was linked at the same moment', async () => {
  const { deps, start, idsOf, finish, stateOf } = await startJobs(firestore);
  const [made = '', enlarged = ''] = await idsOf(await start());
  await finish(made, 0);
  const [batch, item] = await Promise.all([
    readBatch(firestore, enlarged),
    readItemSnapshot(firestore, enlarged, 0),
  ]);
  if (!batch || !item) throw new Error('The item does not exist.');
  await itemReference(firestore, enlarged, 0).update({ followedBy: 1 });
  const job = makeLeasedItem(deps, findTool('upscale'), batch, item);
  expect(await job.claim('worker', 60_000)).toEqual({ kind: 'claimed' });
  expect(job.readRecord()).toMatchObject({ state: 'claimed', followedBy: 1 });
  expect(await stateOf(enlarged, 0)).toBe('claimed');
  expect(
    await makeLeasedItem(deps, findTool('upscale'), batch, { ...item }).claim('other', 60_000),
  ).toMatchObject({
    kind: 'later',
  });
});

it('ignores a task of an item that still waits', async () => {
  const { start, idsOf, redeliver, stateOf } = await startJobs(firestore);
  const [, enlarged = ''] = await idsOf(await start());
  await redeliver(enlarged, 0);
  expect(await stateOf(enlarged, 0)).toBe('waiting');
});

it("cancelling a stage's batch cancels what comes after it", async () => {
  const { call, start, idsOf, stateOf, read, finish } = await startJobs(firestore);
  const id = await start();
  const [made = '', enlarged = '', written = ''] = await idsOf(id);
  await finish(made, 0);
  await call('POST', `/api/upscale/batch/${enlarged}/cancel`, 'ada');
  expect([await stateOf(enlarged, 0), await stateOf(written, 1)]).toEqual(['cancelled', 'cancelled']);
  expect((await read(id)).batches.map(({ status }) => status)).toEqual(['processing', 'failed', 'failed']);
  await finish(made, 1);
  expect((await read(id)).state).toBe('ended');
});

it('deleting a stage cancels what waits for it, and ends the job', async () => {
  const { deps, start, idsOf, finish, reasonOf, read } = await startJobs(firestore);
  const id = await start({ isChosenByHand: true });
  const [made = '', enlarged = ''] = await idsOf(id);
  await finish(made, 0);
  await finish(made, 1);
  expect((await read(id)).state).toBe('choosing');
  await deleteBatch(deps, findTool('image-generator'), 'ada', made);
  await sweep(deps);
  expect(await reasonOf(enlarged, 0)).toBe('The picture of the previous stage was deleted.');
  expect((await read(id)).state).toBe('ended');
});

it('makes within 24 hours what its providers offer, but keywords after a style', async () => {
  const { start, read } = await startJobs(firestore);
  const findHalf = async (request: object) => {
    const { batches, estimate } = await read(await start({ ...request, isHalfPrice: true }));
    const half = await Promise.all(
      batches.map(async ({ batchId, tool }) => [tool, (await readBatch(firestore, batchId))?.halfPrice]),
    );
    return { half, estimate };
  };
  const lanes = [LANES.xai, LANES.google];
  const openai = 'openai';
  const styled = await findHalf({ lanes, stages: STAGES });
  expect(styled.half).toEqual([
    ['image-generator', undefined],
    ['upscale', undefined],
    ['stylizer', openai],
    ['keyword-generator', undefined],
    ['image-generator', 'google'],
    ['upscale', undefined],
    ['stylizer', openai],
    ['keyword-generator', undefined],
  ]);
  const now = await read(await start({ lanes, stages: STAGES }));
  expect(styled.estimate).toBeLessThan(now.estimate);
  const written = await findHalf({ lanes, stages: { keywords: {} } });
  expect(written.half.filter(([tool]) => tool === 'keyword-generator')).toEqual([
    ['keyword-generator', openai],
    ['keyword-generator', openai],
  ]);
});
