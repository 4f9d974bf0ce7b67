/** A batch of the Keyword Generator, an agency, and a queue whose tasks the test runs. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeliveryAccount } from '@portal/contracts/deployment';
import type { Source } from '@portal/contracts/source';
import { uploadPath } from '@portal/contracts/uploads';
import sharp from 'sharp';
import type { Firestore } from 'firebase-admin/firestore';
import { beforeEach, vi } from 'vitest';
import { writeBatch, createView } from '../../../batches/sources/testing/create-batches.ts';
import type { Deps } from '../../../batches/deps.ts';
import { LARGE, TEXTS } from '../../exports/testing/create-pictures.ts';
import { once } from '../../../platform/once.ts';
import { DeliveryTaskSchema, type Enqueued } from '../../../platform/queues/queues.ts';
import { clearFirestore, startFirestore } from '../../../providers/testing/start-firestore.ts';
import { startApi } from '../../../testing/start-api.ts';
import { createObject, startStorage } from '../../../pictures/uploads/testing/start-storage.ts';
import { createDelivery } from '../create-delivery.ts';
import { deliverFile } from '../deliver-file.ts';
import { readDelivery, readFilePage } from '../delivery-store.ts';
import { startAgency, type Protocol } from './start-agency.ts';

export const AGENCY = 'adobe-stock';
const MAX_PAUSE_MS = 200;

/** For the tests of one file. */
export async function setUpDeliveries() {
  const firestore = await startFirestore();
  const pictures = await drawPictures();
  beforeEach(clearFirestore);
  const start = (protocol: Protocol, count: number) => startDeliveries(firestore, pictures, protocol, count);
  return { firestore, pictures, startDeliveries: start };
}

/** Once for all files of a process. */
const drawPictures = once(async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const create = {
    width: LARGE.width / 8,
    height: LARGE.height / 8,
    channels: 3,
    background: '#000',
    noise,
  } as const;
  const drawn = Array.from({ length: 8 }, () =>
    sharp({ create }).resize(LARGE.width, LARGE.height).jpeg({ quality: 70 }).toBuffer(),
  );
  return Promise.all(drawn);
});

export const original = (index: number): Source => ({ batchId: 'foxes', index, kind: 'original' });
export const originals = (count: number) => Array.from({ length: count }, (_, index) => original(index));

async function startDeliveries(
  firestore: Firestore,
  pictures: readonly Buffer[],
  protocol: Protocol,
  count: number,
) {
  vi.stubEnv('CACHE_SECONDS', '0');
  vi.stubEnv('RETRY_AFTER_SECONDS', '0.01');
  const { deps: storage, objects } = await startStorage();
  const { deps, call } = await startApi(['ada', 'bo']);
  const { inbox, account } = await startAgency(protocol);
  const setAccount = (changes: Partial<DeliveryAccount> = {}) =>
    vi.stubEnv('DELIVERY_ACCOUNTS', JSON.stringify({ [AGENCY]: { ...account, ...changes } }));
  setAccount();
  await firestore.doc('users/ada').set({ email: 'ada@studio.example', role: 'user' });
  await writeBatch(firestore, 'foxes', {
    tool: 'keyword-generator',
    settings: {
      provider: 'openai',
      context: '',
      mustAppear: [],
      mustNotAppear: [],
      keywordCount: 50,
      language: 'English',
    },
    total: count,
    uploads: {
      folder: 'folder-1',
      files: Array.from({ length: count }, (_, index) => ({
        id: `picture-${index}`,
        name: `fox-${index}.jpg`,
      })),
    },
    items: Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        index,
        createView({ texts: { ...TEXTS, seo_image_title: `Red fox in the snow ${index}` } }),
      ]),
    ),
  });
  for (let index = 0; index < count; index += 1) {
    const bytes = pictures[index] ?? Buffer.alloc(0);
    objects.set(
      uploadPath('ada', 'folder-1', `picture-${index}`),
      createObject({ bytes, contentType: 'image/jpeg' }),
    );
  }
  const queue: Enqueued[] = [];
  const known = new Set<string>();
  const enqueue: Deps['queues']['enqueue'] = async (_, tasks) => {
    queue.push(...tasks.filter(({ id }) => !known.has(id)));
    for (const { id } of tasks) known.add(id);
  };
  const all: Deps = { ...deps, ...storage, firestore, queues: { ...deps.queues, enqueue } };

  async function perform({ data, at }: Enqueued): Promise<void> {
    // Earlier than Cloud Tasks would: a task that comes too early waits again.
    await sleep(Math.min(MAX_PAUSE_MS, Math.max(0, (at?.getTime() ?? 0) - Date.now())));
    await deliverFile(all, DeliveryTaskSchema.parse(data));
  }
  return {
    deps: all,
    call,
    inbox,
    objects,
    queue,
    setAccount,
    /** Runs all tasks, two at a time as the queue does; `times`: delivers each of them more than once. */
    work: async (times = 1) => {
      const next = async () => {
        for (let task = queue.shift(); task; task = queue.shift()) {
          const delivered = task;
          await Promise.all(Array.from({ length: times }, () => perform(delivered)));
        }
      };
      while (queue.length > 0) await Promise.all([next(), next()]);
    },
    create: (again = false, chosen = originals(count)) =>
      createDelivery(all, 'ada', { agency: AGENCY, pictures: chosen, again }, undefined),
    read: async (id: string) => {
      const delivery = await readDelivery(firestore, id);
      return { delivery, files: await readFilePage(firestore, id, 0) };
    },
  };
}
