/** Measures batches through the real queue: their time, reads and writes, and how long another person waits behind them. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { runScheduled } from '@portal/local/schedules';
import { repositoryRoot, startLocalPortal, type LocalPortal } from '@portal/local/start-local-portal';
import { connectTo, type PortalClient } from './portal-client.ts';
import { median, printFigure } from './print-figure.ts';

const WARM_UP_IMAGES = 30;
const IMAGES = 100;
/** The median of several batches, because the machine may be busy. */
const RUNS = 3;
const PROVIDER_MS = 2000;
const CONCURRENCY = 10;
const BUSY_BATCHES = 10;
const SHORT_CALL_MS = 1000;

const TimeSchema = z.object({ timestampValue: z.coerce.date().optional() });

export async function benchEngine(): Promise<void> {
  const dataFolder = join(repositoryRoot, '.build/bench-portal');
  rmSync(dataFolder, { recursive: true, force: true });
  const portal = await startLocalPortal({ dataFolder, ports: 'auto' });
  try {
    const client = await connectTo(portal);
    await client.control('latency', { ms: 0 });
    // Do not measure drawing,
    await client.control('pictures', { variants: 4 });
    // the start of processes, or code that is not compiled yet.
    await runScheduled(
      { functionsUrl: portal.urls.functions, projectId: portal.projectId },
      { name: 'sweepBatches', region: 'us-central1' },
      new Date(),
    );
    await runBatch(client, WARM_UP_IMAGES);
    await benchBatch(client);
    await benchFairness(portal);
  } finally {
    await portal.stop();
  }
}

const slowDown = (client: PortalClient, ms: number) =>
  client.control('faults', [{ provider: 'stability', fault: { kind: 'slow', ms } }]);

async function benchBatch(client: PortalClient): Promise<void> {
  await slowDown(client, PROVIDER_MS);
  const before = await client.readUsage();
  const seconds: number[] = [];
  for (let count = 0; count < RUNS; count += 1) seconds.push(await runBatch(client, IMAGES));
  const after = await client.readUsage();
  const images = RUNS * IMAGES;
  const ideal = (IMAGES / CONCURRENCY) * (PROVIDER_MS / 1000);
  printFigure(
    `${IMAGES} images, provider ${PROVIDER_MS / 1000} s, ${CONCURRENCY} at once`,
    `${median(seconds).toFixed(1)} s, x${(median(seconds) / ideal).toFixed(2)} of the ideal ${ideal} s (goal x1.10); the median of ${seconds.map((each) => each.toFixed(1)).join(', ')} s`,
  );
  printFigure(
    'Firestore per image',
    `${((after.reads - before.reads) / images).toFixed(2)} reads (goal 2), ${((after.writes - before.writes) / images).toFixed(2)} writes (goal 8)`,
  );
}

/** Seconds from the request to the end of the batch. */
async function runBatch(client: PortalClient, quantity: number): Promise<number> {
  const startedAt = Date.now();
  const ended = await waitForTime(client, `batches/${await client.startBatch(quantity)}`, 'endedAt');
  return (ended - startedAt) / 1000;
}

/** Reads over REST are not counted. */
async function waitForTime(client: PortalClient, path: string, field: string): Promise<number> {
  for (;;) {
    // Polling often would take CPU time from the batch.
    await sleep(500);
    const { timestampValue } = TimeSchema.parse((await client.readDocument(path))[field]);
    if (timestampValue) return timestampValue.getTime();
  }
}

/** How long one person's image waits behind another person's batches. */
async function benchFairness(portal: LocalPortal): Promise<void> {
  const [other, busy] = await Promise.all([connectTo(portal), connectTo(portal, 1)]);
  await slowDown(busy, SHORT_CALL_MS);
  const many: string[] = [];
  for (let count = 0; count < BUSY_BATCHES; count += 1) many.push(await busy.startBatch(IMAGES));
  const startedAt = Date.now();
  const one = await other.startBatch(1);
  const calls =
    ((await waitForTime(other, `batches/${one}/items/0`, 'claimedAt')) - startedAt) / SHORT_CALL_MS;
  for (const id of many) await busy.call('DELETE', `/api/image-generator/batches/${id}`);
  printFigure(
    `One image behind another person's ${BUSY_BATCHES} x ${IMAGES}`,
    `waits for ${calls.toFixed(1)} calls of ${SHORT_CALL_MS / 1000} s (all of them: ${(BUSY_BATCHES * IMAGES) / CONCURRENCY})`,
  );
}
