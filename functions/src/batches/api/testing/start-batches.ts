/** The API with the provider sandbox, and a queue whose tasks tests deliver by hand. */
import { generateImages, generatorCalls, GenerationBatchSchema } from '@portal/contracts/image-generator';
import type { Firestore } from 'firebase-admin/firestore';
import { onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { userReference } from '../../../identity/access-store.ts';
import {
  ItemTaskSchema,
  RemovalTaskSchema,
  type ItemTask,
  type RemovalTask,
} from '../../../platform/queues/queues.ts';
import { useSandbox } from '../../../providers/testing/start-deps.ts';
import { clearFirestore } from '../../../providers/testing/start-firestore.ts';
import type { startSandbox } from '../../../providers/testing/start-sandbox.ts';
import { startApi } from '../../../testing/start-api.ts';
import { startStorage } from '../../../pictures/uploads/testing/start-storage.ts';
import { processItem } from '../../engine/process-item.ts';
import { removeBatch } from '../../engine/remove-batch.ts';

const StartedSchema = z.object({ batchId: z.string() });
const ListSchema = z.object({ batches: z.array(GenerationBatchSchema) });

const REQUEST = {
  prompt: 'a red boat',
  quantity: 3,
  provider: 'xai',
  model: 'grok-2-image',
  outputFormat: 'jpeg',
};

let starts = 0;

export async function startBatches(firestore: Firestore, sandbox: Awaited<ReturnType<typeof startSandbox>>) {
  await sandbox.clear();
  await sandbox.reuseDrawing();
  vi.stubEnv('MONTHLY_BUDGET_USD', '');
  vi.stubEnv('CACHE_SECONDS', '0');
  vi.stubEnv('RETRY_AFTER_SECONDS', '0');
  useSandbox(sandbox);
  await clearFirestore();
  // Others than before: what this instance knows of a person's batches outlives them.
  starts += 1;
  const [ada, grace] = [`ada${starts}`, `grace${starts}`];
  for (const uid of [ada, grace]) {
    await userReference(firestore, uid).set({ email: `${uid}@studio.example`, role: 'user' });
  }
  const storage = await startStorage();
  const { deps: real, call } = await startApi([ada, grace]);
  const items: ItemTask[] = [];
  const removals: RemovalTask[] = [];
  const known = new Set<string>();
  const enqueue: typeof real.queues.enqueue = async (_queue, added) => {
    for (const { id, data } of added) {
      // As Cloud Tasks.
      if (known.has(id)) continue;
      known.add(id);
      const { data: item } = ItemTaskSchema.safeParse(data);
      if (item) items.push(item);
      else removals.push(RemovalTaskSchema.parse(data));
    }
  };
  real.queues.enqueue = enqueue;
  const deps = { ...real, ...storage.deps, firestore, queues: { enqueue } };
  onTestFinished(() => void vi.restoreAllMocks());

  const pathOf = (path: string, id: string) => path.replace('{id}', id);
  const generate = (overrides: object = {}, uid = ada, headers: Record<string, string> = {}) =>
    call('POST', generateImages.path, uid, { ...REQUEST, ...overrides }, headers);

  const startOne = async (overrides: object = {}, uid = ada): Promise<string> =>
    StartedSchema.parse((await generate(overrides, uid)).body).batchId;
  /** All tasks, or as many as this. */
  const deliver = async (count = Infinity): Promise<void> => {
    for (let left = count; left > 0; left -= 1) {
      const task = items.shift();
      if (!task) return;
      await processItem(deps, task);
    }
  };
  const removeAll = async (): Promise<void> => {
    for (let task = removals.shift(); task; task = removals.shift()) await removeBatch(deps, task);
  };
  const list = async (uid = ada) =>
    ListSchema.parse((await call('GET', generatorCalls.list.path, uid)).body).batches;

  return {
    ada,
    grace,
    removals,
    generate,
    start: startOne,
    deliver,
    removeAll,
    list,
    cancel: (id: string, uid = ada) => call('POST', pathOf(generatorCalls.cancel.path, id), uid, {}),
    remove: (id: string, uid = ada) => call('DELETE', pathOf(generatorCalls.remove.path, id), uid),
    clear: () => call('DELETE', generatorCalls.clear.path, ada),
    retry: (id: string, body: object = {}) => call('POST', pathOf(generatorCalls.retry.path, id), ada, body),
    images: (id: string, uid = ada) => call('GET', pathOf(generatorCalls.images.path, id), uid),
    download: (id: string, uid = ada) => call('GET', pathOf(generatorCalls.download.path, id), uid),
  };
}
