/** The API with the provider sandbox, and a queue whose tasks tests deliver by hand. */
import { GENERATION_SETTINGS } from '@portal/contracts/examples/generation-settings';
import { ItemStateSchema } from '@portal/contracts/batches';
import type { Provider } from '@portal/contracts/generation-request';
import type { Firestore } from 'firebase-admin/firestore';
import { expect, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { userReference } from '../../../identity/access-store.ts';
import { HalfPriceTaskSchema, type HalfPriceTask } from '../../../platform/queues/queues.ts';
import { useSandbox } from '../../../providers/testing/start-deps.ts';
import { clearFirestore } from '../../../providers/testing/start-firestore.ts';
import type { startSandbox } from '../../../providers/testing/start-sandbox.ts';
import { monthOf, readMonth } from '../../../spend/spend-store.ts';
import { startApi } from '../../../testing/start-api.ts';
import { startStorage } from '../../../pictures/uploads/testing/start-storage.ts';
import { sweep } from '../../engine/sweep.ts';
import type { ItemViews } from '../../store/batch-record.ts';
import { readBatch, readItemsIn } from '../../store/batch-store.ts';
import { readItemViews } from '../../store/progress-store.ts';
import { processHalfPrice } from '../process-half-price.ts';
import { parseProviderBatch, providerBatchReference } from '../../store/provider-batch-store.ts';
import { sweepProviderBatches } from '../sweep-provider-batches.ts';

const StartedSchema = z.object({ batchId: z.string() });

export async function startHalfPrice(
  firestore: Firestore,
  sandbox: Awaited<ReturnType<typeof startSandbox>>,
) {
  await sandbox.clear();
  vi.stubEnv('MONTHLY_BUDGET_USD', '');
  vi.stubEnv('GOOGLE_DAILY_IMAGES', '1000');
  vi.stubEnv('CACHE_SECONDS', '0');
  useSandbox(sandbox);
  await clearFirestore();
  await userReference(firestore, 'ada').set({ email: 'ada@studio.example', role: 'user' });
  const storage = await startStorage();
  const { deps: real, call } = await startApi(['ada']);
  const tasks: HalfPriceTask[] = [];
  /** Of other kinds: nobody delivers them. */
  const others: unknown[] = [];
  const known = new Set<string>();
  const enqueue: typeof real.queues.enqueue = async (_queue, added) => {
    for (const { id, data } of added) {
      // As Cloud Tasks.
      if (known.has(id)) continue;
      known.add(id);
      const { data: task } = HalfPriceTaskSchema.safeParse(data);
      if (task) tasks.push(task);
      else others.push(data);
    }
  };
  const deps = { ...real, ...storage.deps, firestore, queues: { enqueue } };
  real.queues.enqueue = enqueue;
  onTestFinished(() => void vi.restoreAllMocks());

  const deliver = async () => {
    for (let task = tasks.shift(); task; task = tasks.shift()) await processHalfPrice(deps, task);
  };

  const readAll = async () =>
    (await firestore.collection('providerBatches').get()).docs.flatMap(
      (each) => parseProviderBatch(each) ?? [],
    );

  /** As if all pauses and leases were over. */
  async function makeDue(): Promise<void> {
    const now = new Date(Date.now() - 1);
    for (const { id, dueAt } of await readAll()) {
      if (dueAt) await providerBatchReference(firestore, id).update({ dueAt: now, leasedUntil: now });
    }
  }

  /** The schedule, and what it enqueues. */
  async function follow(): Promise<void> {
    await makeDue();
    known.clear();
    await sweepProviderBatches(deps);
    await deliver();
  }

  async function runSweep(): Promise<void> {
    known.clear();
    await sweep(deps);
    await deliver();
  }

  async function generate(overrides: object = {}, provider: keyof typeof GENERATION_SETTINGS = 'openai') {
    const body = {
      prompt: 'a red boat',
      quantity: 3,
      ...GENERATION_SETTINGS[provider],
      isHalfPrice: true,
      ...overrides,
    };
    const answer = await call('POST', '/api/image-generator/generate', 'ada', body);
    if (answer.status !== 202) throw new Error(`Answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return StartedSchema.parse(answer.body).batchId;
  }

  /** Until the provider has finished and everything is stored. */
  async function finish(batchId: string): Promise<void> {
    await vi.waitFor(
      async () => {
        await follow();
        if (!(await readBatch(firestore, batchId))?.endedAt) throw new Error('The batch is still open.');
      },
      { timeout: 20_000, interval: 100 },
    );
  }

  const readStates = async (batchId: string) => {
    const items = await readItemsIn(firestore, batchId, ItemStateSchema.options);
    return items.sort((one, other) => one.index - other.index).map(({ state }) => state);
  };

  const idsOf = async (batchId: string) => (await readProviderBatches(batchId)).map(({ id }) => id);

  const readViews = async (batchId: string): Promise<ItemViews> => {
    const batch = await readBatch(firestore, batchId);
    return batch ? readItemViews(firestore, batch) : {};
  };

  /** State, reason and whether a retry cannot help, of each item. */
  const reasonsOf = async (batchId: string) =>
    Object.values(await readViews(batchId)).map(({ state, reason = '', permanent = '' }) =>
      [state, reason, permanent].join(' ').trim(),
    );

  const cancel = (batchId: string) =>
    call('POST', `/api/image-generator/batches/${batchId}/cancel`, 'ada', {});

  const readSpend = () => readMonth(firestore, monthOf(new Date()));

  /** Nothing is reserved, and every picture was paid once. */
  async function expectSettled(provider: Provider, paid: number): Promise<void> {
    expect((await readSpend()).reserved).toBe(0);
    expect(await sandbox.count(provider)).toMatchObject({ paid });
  }

  const readProviderBatches = async (batchId: string) =>
    (await readAll()).filter((each) => each.batchId === batchId);

  return {
    deps,
    call,
    tasks,
    others,
    objects: storage.objects,
    deliver,
    makeDue,
    follow,
    runSweep,
    generate,
    finish,
    readStates,
    readProviderBatches,
    idsOf,
    reasonsOf,
    cancel,
    readMonth: readSpend,
    expectSettled,
  };
}
