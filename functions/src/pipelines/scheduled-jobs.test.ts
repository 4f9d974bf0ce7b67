import { PipelineRequestSchema } from '@portal/contracts/pipelines';
import { expect, it, onTestFinished, vi } from 'vitest';
import { readBatch } from '../batches/store/batch-store.ts';
import { banReference, userReference } from '../identity/access-store.ts';
import { readGeminiStats } from '../providers/google-allowance.ts';
import { startFirestore } from '../providers/testing/start-firestore.ts';
import { NO_MICROS, toMicros } from '../spend/micros.ts';
import { addSpend } from '../spend/spend-store.ts';
import { findTool } from '../tools.ts';
import { cancelScheduledOf, deletePipeline } from './cancel-pipeline.ts';
import { createPipeline } from './create-pipeline.ts';
import { pipelineReference, readPipeline } from './pipeline-store.ts';
import { startScheduled } from './start-scheduled.ts';
import { sweepPipelines } from './sweep-pipelines.ts';
import { inMinutes, LANES, makeRequest, minutesFromNow, startJobs } from './testing/start-jobs.ts';

const firestore = await startFirestore();
// Generous timeouts: CI machines are slow.
vi.setConfig({ testTimeout: 60_000 });

const countBatches = async () => (await firestore.collection('batches').count().get()).data().count;
const usedToday = async () => (await readGeminiStats(firestore)).used;

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

it.each<[string, (deps: unknown) => Promise<unknown>, string]>([
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
  await deletePipeline(deps, findTool, 'ada', two);
  await cancelScheduledOf(deps, findTool, 'ada');
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
  const schedule = (startAt: string) =>
    createPipeline(deps, {
      owner: 'ada',
      defaultName: 'A job',
      request: PipelineRequestSchema.parse(makeRequest({ startAt })),
      idempotencyKey: undefined,
    });
  await expect(schedule('2026-11-26T12:00:00Z')).rejects.toMatchObject({ code: 'conflict' });
  const id = await schedule('2026-12-01T12:00:00Z');
  expect(await readPipeline(firestore, id)).toMatchObject({ state: 'scheduled' });
});
