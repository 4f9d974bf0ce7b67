/** Measures a batch of a hundred images through the real queue, its reads and writes, and the cost of a poll. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { runScheduled } from '@portal/local/schedules';
import { repositoryRoot, startLocalPortal } from '@portal/local/start-local-portal';
import { benchFairness } from './fairness-bench.ts';
import { connectTo, type PortalClient } from './portal-client.ts';
import { printFigure } from './table.ts';

const WARM_UP_IMAGES = 30;
const IMAGES = 100;
/** The median of several batches, because the machine may be busy. */
const RUNS = 3;
const PROVIDER_MS = 2000;
const CONCURRENCY = 10;
const BATCHES = 100;
const POLLS = 150;
const SETTLE_MS = 6000;
const COLD_POLLS = 12;

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
    await benchPolls(client);
  } finally {
    await portal.stop();
  }
}

async function benchBatch(client: PortalClient): Promise<void> {
  await client.control('faults', [{ provider: 'stability', fault: { kind: 'slow', ms: PROVIDER_MS } }]);
  const before = await client.readUsage();
  const seconds: number[] = [];
  for (let count = 0; count < RUNS; count += 1) seconds.push(await runBatch(client, IMAGES));
  const after = await client.readUsage();
  const images = RUNS * IMAGES;
  const ideal = (IMAGES / CONCURRENCY) * (PROVIDER_MS / 1000);
  const median = percentile(seconds, 0.5);
  printFigure(
    `${IMAGES} images, provider ${PROVIDER_MS / 1000} s, ${CONCURRENCY} at once`,
    `${median.toFixed(1)} s, x${(median / ideal).toFixed(2)} of the ideal ${ideal} s (goal x1.10); of ${RUNS} batches (${seconds.map((each) => each.toFixed(1)).join(', ')} s) the median`,
  );
  printFigure(
    'Firestore per image',
    `${((after.reads - before.reads) / images).toFixed(2)} reads (goal 2), ${((after.writes - before.writes) / images).toFixed(2)} writes (goal 8)`,
  );
}

/** Seconds from the request to the end of the batch. */
async function runBatch(client: PortalClient, quantity: number): Promise<number> {
  const startedAt = Date.now();
  const batchId = await client.startBatch(quantity);
  const EndedSchema = z.object({ endedAt: z.object({ timestampValue: z.coerce.date().optional() }) });
  for (;;) {
    // Polling often would take CPU time from the batch. Reads over REST are not counted.
    await sleep(500);
    const { endedAt } = EndedSchema.parse(await client.readDocument(`batches/${batchId}`));
    if (endedAt.timestampValue) return (endedAt.timestampValue.getTime() - startedAt) / 1000;
  }
}

async function benchPolls(client: PortalClient): Promise<void> {
  await fillHistory(client);
  const list = '/api/image-generator/batches';
  const poll = async (headers: Record<string, string>, status: number) => {
    const startedAt = performance.now();
    const answer = await client.call('GET', list, { headers });
    const body = await answer.text();
    if (answer.status !== status) throw new Error(`A poll answered ${answer.status}: ${body}`);
    return { ms: performance.now() - startedAt, etag: answer.headers.get('etag') ?? '' };
  };
  const cold: number[] = [];
  for (let count = 0; count < COLD_POLLS; count += 1) {
    // Changes every batch, so that nothing comes from the cache.
    await fillHistory(client);
    cold.push((await poll({}, 200)).ms);
  }
  // What changed within the last seconds may be answered twice.
  await sleep(SETTLE_MS);
  const { etag } = await poll({}, 200);
  const before = await client.readUsage();
  const unchanged: number[] = [];
  for (let count = 0; count < POLLS; count += 1) {
    unchanged.push((await poll({ 'if-none-match': etag }, 304)).ms);
    await sleep(20);
  }
  const after = await client.readUsage();
  const describe = (samples: number[]) =>
    `p50 ${percentile(samples, 0.5).toFixed(0)} ms, p95 ${percentile(samples, 0.95).toFixed(0)} ms`;
  printFigure(`List of ${BATCHES} batches, all changed`, describe(cold));
  printFigure(
    `List of ${BATCHES} batches, 304`,
    `${describe(unchanged)}, ${((after.reads - before.reads) / POLLS).toFixed(2)} reads a poll, x${(percentile(unchanged, 0.5) / percentile(cold, 0.5)).toFixed(2)} of all changed`,
  );
}

/** A hundred finished batches of eight images each, as the engine leaves them. */
async function fillHistory({ uid, commit }: PortalClient): Promise<void> {
  const time = (ms: number) => ({ timestampValue: new Date(ms).toISOString() });
  const text = (value: string) => ({ stringValue: value });
  const map = (fields: Record<string, unknown>) => ({ mapValue: { fields } });
  const number = (value: number) => ({ integerValue: String(value) });
  const now = Date.now();
  const day = 24 * 60 * 60 * 1000;
  const image = (batchId: string, index: number) => ({
    state: 'done',
    variant: index,
    claimedAt: now,
    attempts: 1,
    cost: 35_000,
    image: {
      publicId: `portal/image-generator/${batchId}/${index}`,
      version: 1,
      format: 'jpg',
      width: 1024,
      height: 1024,
      bytes: 200_000,
    },
  });
  const ids = Array.from({ length: BATCHES }, (_, index) => `bench-${index}`);
  await commit(
    ids.flatMap((id, index) => [
      {
        path: `batches/${id}`,
        fields: {
          tool: text('image-generator'),
          owner: text(uid),
          name: text(`Batch ${index}`),
          settings: map({
            provider: text('stability'),
            model: text('sd3.5-medium'),
            version: text('medium'),
            prompt: text('a measured lighthouse'),
            quantity: number(8),
            stylePreset: text('photographic'),
            aspectRatio: text('1:1'),
            outputFormat: text('jpeg'),
            cfgScale: number(5),
          }),
          total: number(8),
          estimate: { doubleValue: 0.28 },
          createdAt: time(now - index * 1000),
          expiresAt: time(now + 3 * day),
          endedAt: time(now),
          cancelledAt: { nullValue: null },
          filesDeleted: { booleanValue: false },
          allowanceDay: { nullValue: null },
          retried: map({ failed: { nullValue: null }, uncertain: { nullValue: null } }),
          items: text(
            JSON.stringify(
              Object.fromEntries(Array.from({ length: 8 }, (_unused, item) => [item, image(id, item)])),
            ),
          ),
        },
      },
      {
        path: `histories/image-generator~${uid}/marks/${id}`,
        fields: {
          owner: text(uid),
          tool: text('image-generator'),
          batchId: text(id),
          changedAt: time(now),
          expiresAt: time(now + 3 * day),
        },
      },
    ]),
  );
}

function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
