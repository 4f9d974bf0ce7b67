import {
  listPipelines,
  MAX_PIPELINES_LISTED,
  MAX_SCHEDULED_PIPELINES,
  PipelineRequestSchema,
} from '@portal/contracts/pipelines';
import { expect, it, onTestFinished, vi } from 'vitest';
import { readBatch } from '../../batches/store/batch-store.ts';
import type { Deps } from '../../batches/deps.ts';
import { banReference, userReference } from '../../identity/access-store.ts';
import { readGeminiStats } from '../../providers/google-allowance.ts';
import { startFirestore } from '../../providers/testing/start-firestore.ts';
import { StartTaskSchema } from '../../platform/queues/queues.ts';
import { NO_MICROS, toMicros } from '../../spend/micros.ts';
import { addSpend } from '../../spend/spend-store.ts';
import { cancelScheduledOf, deletePipeline } from './cancel-pipeline.ts';
import { createPipeline } from './create-pipeline.ts';
import { pipelineReference, readPipeline } from './pipeline-store.ts';
import { startScheduled } from './start-scheduled.ts';
import { sweepPipelines } from './sweep-pipelines.ts';
import { inMinutes, LANES, makeRequest, minutesFromNow, startJobs } from './testing/start-jobs.ts';

const firestore = await startFirestore();

const ListSchema = listPipelines.response;
const countBatches = async () => (await firestore.collection('batches').count().get()).data().count;
const usedToday = async () => (await readGeminiStats(firestore)).used;

const scheduleAt = (deps: Deps, owner: string, startAt: string | undefined, overrides: object = {}) =>
  createPipeline(deps, {
    owner,
    request: PipelineRequestSchema.parse(makeRequest({ startAt, ...overrides })),
    idempotencyKey: undefined,
  });

/** As if its time had come two minutes ago. */
const makeDue = (id: string) => pipelineReference(firestore, id).update({ startAt: minutesFromNow(-2) });

it('starts a scheduled job once, at its time', async () => {
  const { deps, start, read, enqueued } = await startJobs(firestore);
  const prompts = Array.from({ length: 150 }, (_, index) => ({ prompt: `${'fox '.repeat(240)}${index}` }));
  const startAt = inMinutes(5);
  const id = await start({ prompts, startAt, stages: {} });
  expect(await read(id)).toMatchObject({ state: 'scheduled', batches: [] });
  expect(enqueued).toMatchObject([{ queue: 'startPipelines', id: `${id}-0`, at: new Date(startAt) }]);
  await startScheduled(deps, id);
  expect([(await read(id)).state, enqueued.length]).toEqual(['scheduled', 2]);
  await makeDue(id);
  expect(await sweepPipelines(deps)).toBe(1);
  expect(enqueued.at(-1)).toMatchObject({ queue: 'startPipelines', data: { pipelineId: id } });
  await Promise.all([startScheduled(deps, id), startScheduled(deps, id)]);
  await startScheduled(deps, id);
  expect(await sweepPipelines(deps)).toBe(0);
  const { state, batches } = await read(id);
  expect([state, batches.map(({ total }) => total), await countBatches()]).toEqual(['running', [100, 50], 2]);
  const last = await readBatch(firestore, batches[1]?.batchId ?? '');
  expect(last?.settings['prompts']).toHaveLength(50);
  expect((await firestore.collectionGroup('pipelinePrompts').get()).size).toBe(0);
});

it('schedules at most 20 jobs of a person, lists all and starts all', async () => {
  const { deps, call, start, enqueued } = await startJobs(firestore, ['ada', 'bo']);
  const schedule = (uid = 'ada') =>
    call('POST', '/api/pipelines', uid, makeRequest({ startAt: inMinutes(5), stages: {} }));
  const answers = await Promise.all(Array.from({ length: 25 }, () => schedule()));
  const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
  expect([count(202), count(409)]).toEqual([MAX_SCHEDULED_PIPELINES, 5]);
  const tooMany = {
    status: 409,
    body: { error: 'You have 20 scheduled jobs. Cancel one, or wait until one has started.' },
  };
  expect(await schedule()).toMatchObject(tooMany);
  // Neither those that start at once, nor those of others.
  const started = await start({ stages: {} });
  expect((await schedule('bo')).status).toBe(202);

  // As many newer jobs as a list has.
  const record = (await pipelineReference(firestore, started).get()).data();
  const writer = firestore.batch();
  for (let count = 0; count < MAX_PIPELINES_LISTED; count += 1) {
    writer.create(firestore.collection('pipelines').doc(), record ?? {});
  }
  await writer.commit();
  const list = async () => {
    const { body } = await call('GET', '/api/pipelines', 'ada');
    return ListSchema.parse(body).pipelines;
  };
  const scheduled = (await list()).filter(({ state }) => state === 'scheduled');
  expect(scheduled).toHaveLength(MAX_SCHEDULED_PIPELINES);

  const [first] = scheduled;
  expect((await call('POST', `/api/pipelines/${first?.id}/cancel`, 'ada')).status).toBe(200);
  const instead = await start({ startAt: inMinutes(5), stages: {} });
  expect(await schedule()).toMatchObject(tooMany);

  const ids = [instead, ...scheduled.slice(1).map(({ id }) => id)];
  for (const id of ids) await makeDue(id);
  const before = enqueued.length;
  expect(await sweepPipelines(deps)).toBe(MAX_SCHEDULED_PIPELINES);
  const delivered = enqueued.slice(before).map(({ data }) => StartTaskSchema.parse(data).pipelineId);
  expect(delivered.toSorted()).toEqual(ids.toSorted());
  await Promise.all(delivered.map((id) => startScheduled(deps, id)));
  for (const id of ids) {
    const { state, batches } = (await readPipeline(firestore, id)) ?? expect.unreachable();
    expect([state, batches.length]).toEqual(['started', 1]);
  }
  expect((await schedule()).status).toBe(202);
});

it.each<[string, (deps: Deps) => Promise<unknown>, string]>([
  [
    'the budget is used up',
    async () => vi.stubEnv('MONTHLY_BUDGET_USD', '0.01'),
    "The studio's budget of $0.01 for this month is used up. An admin can raise it.",
  ],
  [
    'the allowance is used up',
    async () => vi.stubEnv('GOOGLE_DAILY_IMAGES', '1'),
    "Only 1 of today's Gemini images are left. Ask for fewer.",
  ],
  [
    'its owner was banned',
    () => banReference(firestore, 'ada@studio.example').set({ email: 'ada@studio.example' }),
    'The access to the portal has ended.',
  ],
  [
    'its owner was revoked',
    () => userReference(firestore, 'ada').delete(),
    'The access to the portal has ended.',
  ],
  [
    "its owner's account was disabled",
    ({ auth }) => auth.updateUser('ada', { disabled: true }),
    'The access to the portal has ended.',
  ],
])('refuses a scheduled job when %s', async (_, arrange, reason) => {
  const { deps, start } = await startJobs(firestore);
  vi.stubEnv('COMPANY_DOMAIN', 'studio.example');
  const id = await start({ lanes: [LANES.google], startAt: inMinutes(1), stages: {} });
  await arrange(deps);
  await makeDue(id);
  await startScheduled(deps, id);
  expect(await readPipeline(firestore, id)).toMatchObject({ state: 'refused', reason });
  expect([await countBatches(), await usedToday()]).toEqual([0, 0]);
  vi.stubEnv('MONTHLY_BUDGET_USD', '');
  vi.stubEnv('GOOGLE_DAILY_IMAGES', '1000');
  await startScheduled(deps, id);
  expect(await countBatches()).toBe(0);
});

it('refuses a scheduled job whose price has risen, and notes the new price', async () => {
  const { deps, start } = await startJobs(firestore);
  const id = await start({ startAt: inMinutes(1), stages: {} });
  const estimate = (await readPipeline(firestore, id))?.estimate;
  await pipelineReference(firestore, id).update({ estimate: 0.01 });
  await makeDue(id);
  await startScheduled(deps, id);
  expect(await readPipeline(firestore, id)).toMatchObject({
    state: 'refused',
    reason: expect.stringContaining('The price has risen from $0.01'),
    // What its page asks for to start it now.
    estimate,
  });
});

it('starts a refused job again only at the price that was shown', async () => {
  const { deps, call, start, read } = await startJobs(firestore, ['ada', 'bo']);
  const id = await start({ startAt: inMinutes(1), stages: {} });
  const { estimate } = await read(id);
  await pipelineReference(firestore, id).update({ estimate: 0.01 });
  vi.stubEnv('MONTHLY_BUDGET_USD', '0.01');
  await makeDue(id);
  await startScheduled(deps, id);
  // Also if the budget would refuse it.
  expect(await read(id)).toMatchObject({ state: 'refused', estimate });
  vi.stubEnv('MONTHLY_BUDGET_USD', '');

  await pipelineReference(firestore, id).update({ estimate: 0.02 });
  const again = (shown: number, uid = 'ada') => {
    const restartOf = { pipelineId: id, estimate: shown };
    const headers = { 'Idempotency-Key': `start-${id}` };
    return call('POST', '/api/pipelines', uid, makeRequest({ stages: {}, restartOf }), headers);
  };
  const risen = {
    status: 409,
    body: {
      error: 'The price has risen from $0.02 to $0.14. Start the job again to accept the new price.',
    },
  };
  expect(await again(0.02, 'bo')).toMatchObject(risen);
  expect((await read(id)).estimate).toBe(0.02);
  expect(await again(0.02)).toMatchObject(risen);
  expect([(await read(id)).estimate, await countBatches()]).toEqual([estimate, 0]);
  const started = await again(estimate);
  expect(started.status).toBe(202);
  // A tab that still shows the earlier price.
  expect((await again(0.02)).body).toEqual(started.body);
  expect(await countBatches()).toBe(1);
});

it('starts no job that was cancelled, deleted or whose owner was revoked', async () => {
  const { deps, call, start, read } = await startJobs(firestore);
  const [one, two, three] = [
    await start({ startAt: inMinutes(1) }),
    await start({ startAt: inMinutes(1) }),
    await start({ startAt: inMinutes(1) }),
  ];
  expect((await call('POST', `/api/pipelines/${one}/cancel`, 'ada')).body).toMatchObject({
    state: 'cancelled',
  });
  await deletePipeline(deps, 'ada', two);
  await cancelScheduledOf(deps, 'ada');
  expect((await read(three)).state).toBe('cancelled');
  for (const id of [one, two, three]) {
    await makeDue(id);
    await startScheduled(deps, id);
  }
  expect([await countBatches(), await sweepPipelines(deps)]).toEqual([0, 0]);
});

it('checks a start in the next month against what that month has left', async () => {
  const { deps } = await startJobs(firestore);
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T12:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  vi.stubEnv('MONTHLY_BUDGET_USD', '1');
  const writer = firestore.batch();
  const spender = { tool: 'image-generator', owner: 'ada' } as const;
  addSpend(firestore, writer, '2026-11', spender, { spent: toMicros(1), reserved: NO_MICROS });
  await writer.commit();
  const schedule = (startAt: string) => scheduleAt(deps, 'ada', startAt);
  await expect(schedule('2026-11-26T12:00:00Z')).rejects.toMatchObject({ code: 'conflict' });
  const id = await schedule('2026-12-01T12:00:00Z');
  expect(await readPipeline(firestore, id)).toMatchObject({ state: 'scheduled' });
});

it('counts the scheduled jobs of a month when one more is planned', async () => {
  const { deps } = await startJobs(firestore, ['ada', 'bo']);
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T12:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  // At most $0.04 a job, whose estimate is $0.14.
  vi.stubEnv('MONTHLY_BUDGET_USD', '0.14');
  const schedule = (owner: string, startAt: string) => scheduleAt(deps, owner, startAt, { stages: {} });
  for (const day of ['26', '27', '28']) await schedule('ada', `2026-11-${day}T12:00:00Z`);
  // Also of others, and what starts before them.
  for (const owner of ['ada', 'bo']) {
    await expect(schedule(owner, '2026-11-25T13:00:00Z')).rejects.toMatchObject({
      code: 'conflict',
      message:
        "This job needs up to $0.04, and $0.02 is left of the studio's budget for this month after scheduled jobs. " +
        'Choose fewer images, or ask an admin to raise the budget.',
    });
  }
  await schedule('bo', '2026-12-01T12:00:00Z');
  // What starts now comes first.
  await scheduleAt(deps, 'bo', undefined, { stages: {} });
});

it('counts only own scheduled jobs toward the limit of a person', async () => {
  const { call } = await startJobs(firestore, ['ada', 'bo']);
  await firestore.doc('settings/limits').set({ everyone: 0.1 });
  const schedule = (uid: string) =>
    call('POST', '/api/pipelines', uid, makeRequest({ startAt: inMinutes(1), stages: {} }));
  for (const uid of ['ada', 'ada', 'bo']) expect((await schedule(uid)).status).toBe(202);
  expect(await schedule('ada')).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('$0.02 is left of your monthly limit after scheduled jobs.') },
  });
  expect((await schedule('bo')).status).toBe(202);
});
