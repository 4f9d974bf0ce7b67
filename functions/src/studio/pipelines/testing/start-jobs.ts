/** The API with a queue that tests deliver by hand. */
import { Timestamp, type Firestore } from 'firebase-admin/firestore';
import { onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { processItem } from '../../../batches/engine/process-item.ts';
import { makeLeasedItem } from '../../../batches/engine/leased-item.ts';
import type { Outcome } from '../../../batches/engine/settle-item.ts';
import { readBatch, readItem } from '../../../batches/store/batch-store.ts';
import { readItemSnapshot } from '../../../batches/store/item-snapshot.ts';
import { createImage } from '../../../batches/sources/testing/create-batches.ts';
import { userReference } from '../../../identity/access-store.ts';
import { toMicros } from '../../../spend/micros.ts';
import { clearFirestore } from '../../../providers/testing/start-firestore.ts';
import { startApi } from '../../../testing/start-api.ts';
import { findTool } from '../../../tools.ts';

const XAI = { provider: 'xai', model: 'grok-2-image', outputFormat: 'jpeg' };
const GOOGLE = {
  provider: 'google',
  model: 'imagen3',
  personGeneration: 'dont_allow',
  aspectRatio: '1:1',
  outputFormat: 'png',
};
export const LANES = { xai: XAI, google: GOOGLE };

export const STAGES = { upscale: { scale: 2 }, stylizer: { preset: 'synthwave' }, keywords: {} };

export const makeRequest = (overrides: object = {}) => ({
  lanes: [XAI],
  stages: { upscale: { scale: 2 }, keywords: {} },
  prompts: [{ prompt: 'a fox', name: 'Fox' }, { prompt: 'an owl' }],
  ...overrides,
});

const StartedSchema = z.object({ pipelineId: z.string() });
const BatchesSchema = z.object({
  state: z.string(),
  reason: z.string().optional(),
  estimate: z.number(),
  cost: z.number(),
  retriedIn: z.string().nullable(),
  areUncertainRetried: z.boolean(),
  batches: z.array(
    z.looseObject({
      batchId: z.string(),
      tool: z.string(),
      lane: z.number(),
      chain: z.number(),
      status: z.string(),
      total: z.number(),
      doneCount: z.number(),
      failedCount: z.number(),
      permanentCount: z.number(),
      cancelledCount: z.number(),
      waitingCount: z.number(),
    }),
  ),
});

export const DONE = { state: 'done', image: createImage(), cost: toMicros(0.07) } satisfies Outcome;
export const WRITTEN = {
  state: 'done',
  texts: { seo_image_title: 'Fox' },
  cost: toMicros(0.01),
} satisfies Outcome;

export async function startJobs(firestore: Firestore, uids: readonly string[] = ['ada']) {
  vi.stubEnv('MONTHLY_BUDGET_USD', '');
  vi.stubEnv('GOOGLE_DAILY_IMAGES', '1000');
  await clearFirestore();
  for (const uid of uids) {
    await userReference(firestore, uid).set({ email: `${uid}@studio.example`, role: 'user' });
  }
  const { deps: real, call } = await startApi(uids);
  const enqueued: { queue: string; id: string; at: Date | undefined; data: unknown }[] = [];
  const record: typeof real.queues.enqueue = async (queue, tasks) => {
    const name = typeof queue === 'string' ? queue : queue.name;
    for (const { id, data, at } of tasks) {
      // As Cloud Tasks.
      if (!enqueued.some((known) => known.queue === name && known.id === id)) {
        enqueued.push({ queue: name, id, at, data });
      }
    }
  };
  const enqueue = vi.fn<typeof record>(record);
  real.queues.enqueue = enqueue;
  onTestFinished(() => void vi.restoreAllMocks());
  const deps = { ...real, queues: { enqueue } };

  async function start(overrides: object = {}, uid = 'ada'): Promise<string> {
    const { status, body } = await call('POST', '/api/pipelines', uid, makeRequest(overrides));
    if (status !== 202) throw new Error(`Answered ${status}: ${JSON.stringify(body)}`);
    return StartedSchema.parse(body).pipelineId;
  }
  const read = async (id: string, uid = 'ada') =>
    BatchesSchema.parse((await call('GET', `/api/pipelines/${id}`, uid)).body);
  const idsOf = async (id: string) => (await read(id)).batches.map(({ batchId }) => batchId);

  /** As a worker does, up to the commit that settles the item. */
  async function settle(batchId: string, index: number, outcome: Outcome = DONE): Promise<void> {
    const [batch, item] = await Promise.all([
      readBatch(firestore, batchId),
      readItemSnapshot(firestore, batchId, index),
    ]);
    if (!batch || !item) throw new Error('The item does not exist.');
    const job = makeLeasedItem(deps, findTool(batch.tool), batch, item);
    const claim = await job.claim('worker', 60_000);
    if (claim.kind !== 'claimed') throw new Error(`Item ${index} of ${batchId} is ${claim.kind}.`);
    await job.settle(outcome);
  }
  /** As Cloud Tasks does after a worker was lost. */
  const redeliver = (batchId: string, index: number) => processItem(deps, { batchId, index, waits: 0 });
  const finish = async (batchId: string, index: number, outcome?: Outcome) => {
    await settle(batchId, index, outcome);
    await redeliver(batchId, index);
  };
  const stateOf = async (batchId: string, index: number) =>
    (await readItem(firestore, batchId, index))?.state;
  const reasonOf = async (batchId: string, index: number) => {
    const { readItemViews } = await import('../../../batches/store/progress-store.ts');
    const batch = await readBatch(firestore, batchId);
    return batch && (await readItemViews(firestore, batch))[index]?.reason;
  };
  const isEnqueued = (batchId: string, index: number) =>
    enqueued.some(({ id }) => id.startsWith(`${batchId}-${index}-`));
  return {
    deps,
    call,
    enqueued,
    enqueue,
    record,
    start,
    read,
    idsOf,
    settle,
    redeliver,
    finish,
    stateOf,
    reasonOf,
    isEnqueued,
  };
}

export const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();
export const minutesFromNow = (minutes: number): Timestamp =>
  Timestamp.fromMillis(Date.now() + minutes * 60_000);
