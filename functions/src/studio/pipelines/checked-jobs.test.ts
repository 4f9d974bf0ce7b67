import type { Issue } from '@portal/contracts/checks';
import { Firestore, Timestamp } from 'firebase-admin/firestore';
import { expect, it, vi } from 'vitest';
import { deleteBatch } from '../../batches/api/change-batch.ts';
import { sweep } from '../../batches/engine/sweep.ts';
import { batchReference, readBatch, readItem } from '../../batches/store/batch-store.ts';
import { startFirestore } from '../../providers/testing/start-firestore.ts';
import { toMicros } from '../../spend/micros.ts';
import { findTool } from '../../tools.ts';
import { DONE, LANES, startJobs, STAGES } from './testing/start-jobs.ts';

const firestore = await startFirestore();

const FAILED = { state: 'failed', reason: 'It broke.' } as const;
const see = (severity?: Issue['severity']) => ({
  state: 'done' as const,
  texts: {},
  issues: severity ? [{ kind: 'text' as const, severity, sentence: 'A sign.' }] : [],
  cost: toMicros(0.001),
});

/** A job of three pictures that are made, not checked yet. */
async function startChecked(overrides: object = {}) {
  const jobs = await startJobs(firestore);
  const prompts = ['fox', 'owl', 'hare'].map((prompt) => ({ prompt }));
  const id = await jobs.start({ prompts, stages: { check: {}, upscale: { scale: 2 } }, ...overrides });
  const [made = '', checked = '', enlarged = ''] = await jobs.idsOf(id);
  for (const index of [0, 1, 2]) await jobs.finish(made, index);
  const statesOf = (batchId: string) => Promise.all([0, 1, 2].map((index) => jobs.stateOf(batchId, index)));
  const choose = (...indexes: number[]) =>
    jobs.call('POST', `/api/pipelines/${id}/choose`, 'ada', {
      pictures: indexes.map((index) => ({ batchId: made, index })),
    });
  return { ...jobs, id, made, checked, enlarged, statesOf, choose };
}

it('checks pictures between the first stage and the next, which takes them from the first', async () => {
  const { read, id, made, checked, enlarged, statesOf } = await startChecked();
  const { batches, estimate } = await read(id);
  expect(batches.map(({ tool }) => tool)).toEqual(['image-generator', 'check', 'upscale']);
  expect(await statesOf(checked)).toEqual(['queued', 'queued', 'queued']);
  expect(await statesOf(enlarged)).toEqual(['waiting', 'waiting', 'waiting']);
  for (const batchId of [checked, enlarged]) {
    const files = (await readBatch(firestore, batchId))?.uploads?.files;
    expect(files?.map(({ from }) => from?.batchId)).toEqual([made, made, made]);
  }
  const price = Number(batches[1]?.['estimate']);
  expect(price).toBeGreaterThan(0);
  expect(estimate).toBeCloseTo(3 * 0.07 + price, 6);
});

it('holds pictures with a severe issue, and passes on all others at once', async () => {
  const { read, id, checked, enlarged, finish, statesOf, isEnqueued, reasonOf, choose } =
    await startChecked();
  await finish(checked, 0, see('severe'));
  await finish(checked, 1, see('minor'));
  expect(await statesOf(enlarged)).toEqual(['waiting', 'queued', 'waiting']);
  expect((await readItem(firestore, enlarged, 1))?.source).toEqual(DONE.image);
  expect((await choose(0)).status).toBe(409);
  expect((await read(id)).state).toBe('running');
  await finish(checked, 2, see('severe'));
  await finish(enlarged, 1);
  const waiting = await read(id);
  expect(waiting).toMatchObject({ state: 'choosing' });
  expect(waiting.batches[2]).toMatchObject({ waitingCount: 2, heldItems: [0, 2] });
  expect((await choose(2)).body).toMatchObject({ state: 'running' });
  expect(await statesOf(enlarged)).toEqual(['cancelled', 'done', 'queued']);
  expect([isEnqueued(enlarged, 2), await reasonOf(enlarged, 0)]).toEqual([true, 'Not chosen.']);
  expect((await choose(2)).status).toBe(200);
  expect((await choose(0)).status).toBe(409);
  await finish(enlarged, 2);
  const ended = await read(id);
  expect(ended.state).toBe('ended');
  expect(ended.batches[2]).not.toHaveProperty('heldItems');
  expect(ended.cost).toBeCloseTo(3 * 0.07 + 3 * 0.001 + 2 * 0.07, 6);
});

it.each(['failed', 'uncertain'] as const)('a picture whose check is %s goes on', async (state) => {
  const { read, id, checked, enlarged, finish, statesOf, choose, call } = await startChecked();
  for (const index of [0, 1]) await finish(checked, index, see());
  await finish(checked, 2, { state, reason: 'No answer.' });
  expect(await statesOf(enlarged)).toEqual(['queued', 'queued', 'queued']);
  expect((await read(id)).state).toBe('running');
  expect(await choose(2)).toMatchObject({
    status: 409,
    body: { error: 'This job does not wait for a choice.' },
  });
  for (const index of [0, 1, 2]) await finish(enlarged, index);
  expect((await read(id)).state).toBe('ended');
  const retry = { includeUncertain: true };
  expect((await call('POST', `/api/pipelines/${id}/retry`, 'ada', retry)).status).toBe(409);
});

it('has nothing to hold without a stage after the check', async () => {
  const { read, id, checked, finish } = await startChecked({ stages: { check: {} }, isChosenByHand: true });
  for (const index of [0, 1, 2]) await finish(checked, index, see('severe'));
  expect((await read(id)).state).toBe('ended');
});

it('lets a person choose among all pictures after the checks, if the job asks for that', async () => {
  const { deps, read, id, checked, enlarged, finish, statesOf, choose } = await startChecked({
    isChosenByHand: true,
  });
  await finish(checked, 0, see('severe'));
  await finish(checked, 1, see());
  expect((await choose(0)).status).toBe(409);
  await finish(checked, 2, FAILED);
  await sweep(deps);
  expect(await statesOf(enlarged)).toEqual(['waiting', 'waiting', 'waiting']);
  const { state, batches } = await read(id);
  expect({ state, waiting: batches[2]?.waitingCount }).toEqual({ state: 'choosing', waiting: 3 });
  expect(batches[2]).not.toHaveProperty('heldItems');
  await choose(0, 2);
  expect(await statesOf(enlarged)).toEqual(['queued', 'cancelled', 'queued']);
});

it('the sweep passes on what a lost worker did not, and nothing that is held', async () => {
  const { deps, checked, enlarged, settle, finish, statesOf } = await startChecked();
  await finish(checked, 0, see('severe'));
  await settle(checked, 1, see());
  await sweep(deps);
  expect(await statesOf(enlarged)).toEqual(['waiting', 'queued', 'waiting']);
  await settle(checked, 2, FAILED);
  await sweep(deps);
  expect(await statesOf(enlarged)).toEqual(['waiting', 'queued', 'queued']);
});

it('the sweep reads no single items while pictures are held', async () => {
  const { deps, checked, enlarged, finish } = await startChecked();
  for (const index of [0, 1, 2]) await finish(checked, index, see('severe'));
  const reads = vi.spyOn(Firestore.prototype, 'getAll');
  const items = `${checked}/items/`;
  await sweep(deps);
  expect(reads.mock.calls.flat().filter((each) => 'path' in each && each.path.includes(items))).toEqual([]);
  expect((await readBatch(firestore, enlarged))?.endedAt).toBeNull();
});

it('the sweep finishes a choice that was interrupted', async () => {
  const { deps, checked, enlarged, settle, finish, statesOf, choose } = await startChecked();
  // Its worker was lost: it has no severe issue, and goes on without being chosen.
  await settle(checked, 2, see());
  for (const index of [0, 1]) await finish(checked, index, see('severe'));
  vi.spyOn(Firestore.prototype, 'runTransaction').mockImplementationOnce(async function crash(
    this: Firestore,
    ...given
  ) {
    await this.runTransaction(...given);
    throw new Error('Killed.');
  });
  expect((await choose(0)).status).toBe(500);
  expect(await statesOf(enlarged)).toEqual(['waiting', 'waiting', 'waiting']);
  await sweep(deps);
  expect(await statesOf(enlarged)).toEqual(['queued', 'cancelled', 'queued']);
});

it.each(['cancel', 'delete', 'expire'])('ends pictures that are held: %s', async (end) => {
  const { deps, call, id, made, checked, enlarged, finish, statesOf } = await startChecked();
  for (const index of [0, 1, 2]) await finish(checked, index, see('severe'));
  if (end === 'cancel') await call('POST', `/api/pipelines/${id}/cancel`, 'ada');
  if (end === 'delete') await call('DELETE', `/api/pipelines/${id}`, 'ada');
  if (end === 'expire') {
    for (const batchId of [made, checked, enlarged])
      await batchReference(firestore, batchId).update({ expiresAt: Timestamp.now() });
    await sweep(deps);
  }
  expect(await statesOf(enlarged)).toEqual(Array(3).fill('cancelled'));
  expect((await readBatch(firestore, enlarged))?.endedAt).not.toBeNull();
});

it('ends pictures that are held once their batch is deleted', async () => {
  const { deps, made, checked, enlarged, read, id, finish, statesOf, reasonOf } = await startChecked();
  for (const index of [0, 1, 2]) await finish(checked, index, see('severe'));
  await deleteBatch(deps, findTool('image-generator'), 'ada', made);
  await firestore.recursiveDelete(batchReference(firestore, made));
  await sweep(deps);
  expect(await statesOf(enlarged)).toEqual(Array(3).fill('cancelled'));
  expect(await reasonOf(enlarged, 0)).toBe('The picture of the previous stage was deleted.');
  expect((await read(id)).state).toBe('ended');
});

it('retries a chosen picture without checking it again', async () => {
  const { call, read, id, made, checked, enlarged, finish, choose } = await startChecked();
  await finish(checked, 0, see('severe'));
  for (const index of [1, 2]) await finish(checked, index, see());
  await choose(0);
  for (const index of [1, 2]) await finish(enlarged, index);
  await finish(enlarged, 0, FAILED);
  await call('POST', `/api/pipelines/${id}/retry`, 'ada', {});
  const again = await read((await read(id)).retriedIn ?? '');
  expect(again).toMatchObject({
    state: 'running',
    batches: [{ tool: 'upscale', total: 1, waitingCount: 0 }],
  });
  const [batch] = again.batches;
  expect((await readBatch(firestore, batch?.batchId ?? ''))?.uploads?.files).toMatchObject([
    { from: { batchId: made, index: 0, kind: 'result' } },
  ]);
});

it('never checks at half price', async () => {
  const { read, start } = await startJobs(firestore);
  const stages = { check: {}, stylizer: STAGES.stylizer };
  const { batches } = await read(await start({ lanes: [LANES.google], stages, isHalfPrice: true }));
  const half = await Promise.all(
    batches.map(async ({ batchId }) => (await readBatch(firestore, batchId))?.halfPrice),
  );
  expect(half).toEqual(['google', undefined, 'openai']);
});
