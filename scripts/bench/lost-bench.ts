/** Kills all workers several times while a hundred items are out, and counts the items that end uncertain. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runScheduled } from '@portal/local/schedules';
import { repositoryRoot, startLocalPortal, type LocalPortal } from '@portal/local/start-local-portal';
import sharp from 'sharp';
import { z } from 'zod';
import { connectTo, type PortalClient } from './portal-client.ts';
import { printFigure } from './table.ts';

const ITEMS = 100;
const PROVIDER_MS = 6000;
/** Workers are killed when this many items have ended. */
const KILLS = [5, 35, 65];
const SWEEP_MS = 5000;
const POLL_MS = 250;
/** Not a multiple of the provider's time: calls are at any point when their workers are killed. */
const KILL_DELAY_MS = 2300;
/** A lease of 24 s instead of 288 s. */
const SETTINGS = { CALL_TIMEOUT_SECONDS: '15', STORE_TIMEOUT_SECONDS: '5', RETRY_AFTER_SECONDS: '1' };

const StartedSchema = z.object({ batchId: z.string() });
const ItemsSchema = z.object({
  documents: z.array(
    z.object({
      fields: z.object({
        state: z.object({ stringValue: z.string() }),
        worker: z.object({ stringValue: z.string().optional() }),
      }),
    }),
  ),
});

interface Kind {
  name: string;
  start: (client: PortalClient) => Promise<Response>;
}

const KINDS: readonly Kind[] = [
  {
    name: 'images',
    start: (client) =>
      client.call('POST', '/api/image-generator/generate', {
        body: {
          provider: 'openai',
          model: 'gpt-image-1',
          prompt: 'a measured lighthouse',
          quantity: ITEMS,
          quality: 'low',
          background: 'opaque',
          aspectRatio: '1:1',
          outputFormat: 'jpeg',
        },
      }),
  },
  {
    name: 'keywords',
    start: async (client) =>
      client.call('POST', '/api/keyword-generator/analyze', { form: await makePictures() }),
  },
];

export async function benchLost(): Promise<void> {
  const dataFolder = join(repositoryRoot, '.build/bench-portal');
  for (const kind of KINDS) {
    rmSync(dataFolder, { recursive: true, force: true });
    const portal = await startLocalPortal({ dataFolder, ports: 'auto', functionSettings: SETTINGS });
    try {
      await benchKind(portal, kind);
    } finally {
      await portal.stop();
    }
  }
}

async function benchKind(portal: LocalPortal, { name, start }: Kind): Promise<void> {
  const client = await connectTo(portal);
  await client.control('latency', { provider: 'openai', ms: PROVIDER_MS });
  await client.control('latency', { provider: 'cloudinary', ms: 0 });
  await client.control('pictures', { variants: 4 });
  const { batchId } = StartedSchema.parse(await (await start(client)).json());
  const sweep = sweepEach(portal);
  try {
    const killed = new Set<string>();
    const calls: number[] = [];
    for (const ended of KILLS) {
      await waitFor(portal, batchId, ended);
      await sleep(KILL_DELAY_MS);
      calls.push(await killWorkers(portal, batchId, killed));
    }
    const states = await waitFor(portal, batchId, ITEMS);
    const uncertain = states.filter((state) => state === 'uncertain').length;
    const done = states.filter((state) => state === 'done').length;
    printFigure(
      `${ITEMS} ${name}, workers killed ${KILLS.length} times`,
      `${uncertain} uncertain, ${done} done; ${calls.join(', ')} calls were in progress; the provider charged ${await countPaid(portal)}`,
    );
  } finally {
    await sweep.stop();
  }
}

async function readItems(portal: LocalPortal, batchId: string) {
  const { urls, projectId } = portal;
  const path = `v1/projects/${projectId}/databases/(default)/documents/batches/${batchId}/items?pageSize=300`;
  const answer = await fetch(`${urls.firestore}/${path}`, { headers: { authorization: 'Bearer owner' } });
  return ItemsSchema.parse(await answer.json()).documents.map(({ fields: { state, worker } }) => ({
    state: state.stringValue,
    worker: worker.stringValue,
  }));
}

const isOpen = (state: string): boolean => ['queued', 'claimed', 'calling'].includes(state);

/** Until that many items have ended. Returns the states of all. */
async function waitFor(portal: LocalPortal, batchId: string, ended: number): Promise<string[]> {
  for (;;) {
    const states = (await readItems(portal, batchId)).map(({ state }) => state);
    if (states.filter((state) => !isOpen(state)).length >= ended) return states;
    await sleep(POLL_MS);
  }
}

/** Returns how many calls were in progress. `killed`: all workers so far. */
async function killWorkers(portal: LocalPortal, batchId: string, killed: Set<string>): Promise<number> {
  const calling = (await readItems(portal, batchId)).filter(({ state }) => state === 'calling');
  const workers = calling.map(({ worker = '' }) => worker).filter((worker) => !killed.has(worker));
  // A worker's name starts with its process id. One process runs several items.
  for (const pid of new Set(workers.map((worker) => Number.parseInt(worker, 10))))
    process.kill(pid, 'SIGKILL');
  for (const worker of workers) killed.add(worker);
  return workers.length;
}

function sweepEach(portal: LocalPortal) {
  const stopped = new AbortController();
  const running = (async () => {
    while (!stopped.signal.aborted) {
      await sleep(SWEEP_MS);
      await runScheduled(
        { functionsUrl: portal.urls.functions, projectId: portal.projectId },
        { name: 'sweepBatches', region: 'us-central1' },
        new Date(),
      ).catch(() => undefined);
    }
  })();
  return {
    stop: () => {
      stopped.abort();
      return running;
    },
  };
}

const CallsSchema = z.object({ operations: z.record(z.string(), z.object({ paid: z.number() })) });

async function countPaid(portal: LocalPortal): Promise<number> {
  const answer = await fetch(`${portal.urls.sandbox}/control/calls?last=0`);
  const { operations } = CallsSchema.parse(await answer.json());
  return Object.entries(operations).reduce(
    (sum, [name, { paid }]) => sum + (name.startsWith('openai/') ? paid : 0),
    0,
  );
}

async function makePictures(): Promise<FormData> {
  const form = new FormData();
  for (let index = 0; index < ITEMS; index += 1) {
    const background = { r: index * 2, g: 90, b: 160 };
    const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background } })
      .png()
      .toBuffer();
    form.append('images', new File([new Uint8Array(bytes)], `picture-${index}.png`, { type: 'image/png' }));
  }
  return form;
}
