/** Measures a job of four stages through the real queues: its start, and reads and writes per item and stage. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { repositoryRoot, startLocalPortal } from '@portal/local/start-local-portal';
import { connectTo, type PortalClient } from './portal-client.ts';
import { printFigure } from './print-figure.ts';

/** A full batch, as those of large jobs. */
const PICTURES = 100;
const STAGES = 4;
const LARGE = 1000;
const POLL_MS = 1000;
const LANE = { provider: 'xai', model: 'grok-2-image', outputFormat: 'jpeg' };
const ALL_STAGES = { upscale: {}, stylizer: { preset: 'synthwave' }, keywords: {} };
const SHORT_STAGES = { keywords: {} };

const StartedSchema = z.object({ pipelineId: z.string() });
const EndedSchema = z.object({ endedAt: z.object({ timestampValue: z.string().optional() }) });
const BatchIdsSchema = z.object({
  batches: z.object({
    arrayValue: z.object({
      values: z.array(
        z.object({ mapValue: z.object({ fields: z.object({ id: z.object({ stringValue: z.string() }) }) }) }),
      ),
    }),
  }),
});

export async function benchPipeline(): Promise<void> {
  const dataFolder = join(repositoryRoot, '.build/bench-portal');
  rmSync(dataFolder, { recursive: true, force: true });
  const portal = await startLocalPortal({ dataFolder, ports: 'auto' });
  try {
    const client = await connectTo(portal);
    await client.control('latency', { ms: 0 });
    await client.control('pictures', { variants: 4 });
    await client.createDocument('settings', 'tools', { upscaleEngine: { stringValue: 'cloudinary' } });
    // Do not measure the start of processes.
    await run(client, 'Warm-up', 4, ALL_STAGES);
    await run(client, `${PICTURES} pictures, ${STAGES} stages`, PICTURES, ALL_STAGES);
    await run(client, `${PICTURES} pictures, 2 stages`, PICTURES, SHORT_STAGES);
    await benchStart(client);
  } finally {
    await portal.stop();
  }
}

async function start(client: PortalClient, count: number, stages: object): Promise<string> {
  const prompts = Array.from({ length: count }, (_, index) => ({
    prompt: `A lighthouse in the fog, seen from a boat, with birds, in the style of an old print, number ${index}`,
  }));
  const answer = await client.call('POST', '/api/pipelines', { body: { lanes: [LANE], stages, prompts } });
  return StartedSchema.parse(await answer.json()).pipelineId;
}

async function run(client: PortalClient, name: string, count: number, stages: object) {
  const before = await client.readUsage();
  const startedAt = Date.now();
  const id = await start(client, count, stages);
  const ids = BatchIdsSchema.parse(
    await client.readDocument(`pipelines/${id}`),
  ).batches.arrayValue.values.map(({ mapValue }) => mapValue.fields.id.stringValue);
  // Reads over REST are not counted.
  for (const batchId of ids) {
    for (;;) {
      const { endedAt } = EndedSchema.parse(await client.readDocument(`batches/${batchId}`));
      if (endedAt.timestampValue !== undefined) break;
      await sleep(POLL_MS);
    }
  }
  const after = await client.readUsage();
  const seconds = (Date.now() - startedAt) / 1000;
  const perItem = (sum: number) => (sum / (count * ids.length)).toFixed(2);
  printFigure(
    name,
    `${seconds.toFixed(1)} s, ${perItem(after.reads - before.reads)} reads (goal 3) and ${perItem(after.writes - before.writes)} writes (goal 10) an item and stage`,
  );
}

/** From the request to the answer. It is cancelled before it is worked on for long. */
async function benchStart(client: PortalClient): Promise<void> {
  const startedAt = performance.now();
  const id = await start(client, LARGE, ALL_STAGES);
  const seconds = (performance.now() - startedAt) / 1000;
  printFigure(`Start of ${LARGE} pictures in ${STAGES} stages`, `${seconds.toFixed(1)} s (goal 5 s)`);
  await client.call('POST', `/api/pipelines/${id}/cancel`);
}
