/** Counts what 1,000 images of each tool cost besides the provider, from a real run on the local portal. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { z } from 'zod';
import { repositoryRoot, startLocalPortal, type LocalPortal } from '@portal/local/start-local-portal';
import { connectTo, type PortalClient } from './portal-client.ts';
import { DAYS_PER_MONTH, DAYS_STORED, PRICES, TRANSFORMATIONS_PER_CREDIT } from './prices.ts';

const IMAGES = 20;
/** Enlarging takes seconds of CPU time. */
const ENLARGED_IMAGES = 4;
const PER = 1000;
const SIDE = 1024;
const GIGABYTE = 1e9;
const StartedSchema = z.object({ batchId: z.string() });
const EndedSchema = z.object({ endedAt: z.object({ timestampValue: z.string().optional() }) });
const ListSchema = z.object({ batches: z.array(z.looseObject({})) });

type Client = Pick<PortalClient, 'call'>;

export interface Tool {
  name: string;
  base: string;
  /** Of one batch, below `base`. */
  batch: string;
  download: string;
  start: (client: Client, quantity: number, side?: number) => Promise<Response>;
  /** Of the function that works on its items. */
  cpus: number;
  gibibytes: number;
  /** How many items an instance works on at once. */
  concurrency: number;
  images: number;
  storesImages: boolean;
}

/** As in functions/src/function-sizes.ts, for the API too. */
const PICTURE_GIBIBYTES = 2;
const ITEM_WORKER = { cpus: 1, gibibytes: PICTURE_GIBIBYTES, concurrency: 10, images: IMAGES };
export const TOOLS: readonly Tool[] = [
  {
    name: 'Image Generator',
    base: '/api/image-generator',
    batch: 'batches/ID',
    download: 'batch/ID/download',
    start: (client, quantity) =>
      client.call('POST', '/api/image-generator/generate', {
        body: {
          provider: 'stability',
          model: 'sd3.5-medium',
          version: 'medium',
          prompt: 'a measured lighthouse',
          quantity,
          stylePreset: 'photographic',
          aspectRatio: '1:1',
          outputFormat: 'jpeg',
        },
      }),
    ...ITEM_WORKER,
    storesImages: true,
  },
  {
    name: 'Stylizer',
    base: '/api/stylizer',
    batch: 'batch/ID',
    download: 'batch/ID/download',
    start: async (client, quantity, side) =>
      client.call('POST', '/api/stylizer/transform', {
        form: await makeForm(quantity, { preset: 'anime' }, side),
      }),
    ...ITEM_WORKER,
    storesImages: true,
  },
  {
    name: 'Keyword Generator',
    base: '/api/keyword-generator',
    batch: 'batch/ID',
    download: 'batch/ID/download-zip/seo',
    start: async (client, quantity, side) =>
      client.call('POST', '/api/keyword-generator/analyze', { form: await makeForm(quantity, {}, side) }),
    ...ITEM_WORKER,
    storesImages: false,
  },
  {
    name: 'Upscale, on-device',
    base: '/api/upscale',
    batch: 'batch/ID',
    download: 'batches/ID/download',
    start: async (client, quantity, side) =>
      client.call('POST', '/api/upscale/multiple', { form: await makeForm(quantity, { scale: '2' }, side) }),
    cpus: 2,
    gibibytes: PICTURE_GIBIBYTES,
    concurrency: 1,
    images: ENLARGED_IMAGES,
    storesImages: true,
  },
];

export async function benchCosts(): Promise<void> {
  const dataFolder = join(repositoryRoot, '.build/bench-portal');
  rmSync(dataFolder, { recursive: true, force: true });
  const portal = await startLocalPortal({ dataFolder, ports: 'auto' });
  try {
    const client = await connectTo(portal);
    await client.control('latency', { ms: 0 });
    for (const tool of TOOLS) {
      // Starts the processes.
      await runBatch(client, tool, 1);
      printCosts(tool, await measure(portal, client, tool));
    }
  } finally {
    await portal.stop();
  }
}

type Measured = Awaited<ReturnType<typeof measure>>;

async function measure(portal: LocalPortal, client: PortalClient, tool: Tool) {
  const logFile = join(portal.dataFolder, 'logs/emulators.log');
  const logged = readFileSync(logFile, 'utf8').length;
  const before = await client.readUsage();
  const { files, images, zip } = await runBatch(client, tool, tool.images);
  // The removal of the files is a task.
  await sleep(3000);
  const after = await client.readUsage();
  const finished = [
    ...readFileSync(logFile, 'utf8')
      .slice(logged)
      .matchAll(/Finished "us-central1-(\w+)" in ([\d.]+)ms/g),
  ].map(([, name = '', ms = '']) => ({ name, seconds: Number(ms) / 1000 }));
  const isScheduled = (name: string) => name === 'sweepBatches' || name === 'cleanup';
  const tasks = finished.filter(({ name }) => name !== 'api' && !isScheduled(name));
  const calls = finished.filter(({ name }) => name === 'api');
  return {
    reads: after.reads - before.reads,
    writes: after.writes - before.writes,
    deletes: after.deletes - before.deletes,
    calls: calls.length,
    callSeconds: sum(calls.map(({ seconds }) => seconds)),
    tasks: tasks.length,
    taskSeconds: sum(tasks.map(({ seconds }) => seconds)),
    /** Sent to the browser: every picture and thumbnail of the page once, and the ZIP. */
    sentBytes: files + zip,
    resultBytes: images,
  };
}

async function runBatch(client: PortalClient, tool: Tool, quantity: number) {
  const started = await tool.start(client, quantity);
  const text = await started.text();
  if (!started.ok) throw new Error(`${tool.name} answered ${started.status}: ${text}`);
  const { batchId } = StartedSchema.parse(JSON.parse(text));
  for (;;) {
    await sleep(300);
    if (EndedSchema.parse(await client.readDocument(`batches/${batchId}`)).endedAt.timestampValue) break;
  }
  const list = await client.call('GET', `${tool.base}/batches`);
  const { batches } = ListSchema.parse(await list.json());
  const batch = JSON.stringify(
    batches.find((each) => [each['id'], each['batchId']].includes(batchId)) ?? batches[0],
  );
  const addresses = new Set([...batch.matchAll(/"(\/api\/[^"?]+)"/g)].flatMap(([, address = '']) => address));
  let files = 0;
  let images = 0;
  for (const address of addresses) {
    if (address.includes('download')) continue;
    const bytes = await readSize(client, address);
    files += bytes;
    if (!/thumbnail|original|preview/.test(address)) images += bytes;
  }
  const zip = await readSize(client, `${tool.base}/${tool.download.replace('ID', batchId)}`);
  await client.call('DELETE', `${tool.base}/${tool.batch.replace('ID', batchId)}`);
  return { files, images, zip };
}

async function readSize(client: PortalClient, address: string): Promise<number> {
  const answer = await client.call('GET', address);
  const { byteLength } = await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}.`);
  return byteLength;
}

async function makeForm(
  quantity: number,
  fields: Readonly<Record<string, string>>,
  side = SIDE,
): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (let index = 0; index < quantity; index += 1) {
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
    const bytes = await sharp({
      create: { width: side, height: side, channels: 3, background: 'teal', noise },
    })
      .jpeg()
      .toBuffer();
    form.append('images', new File([new Uint8Array(bytes)], `${index}.jpg`, { type: 'image/jpeg' }));
  }
  return form;
}

function printCosts(tool: Tool, measured: Measured): void {
  const scale = PER / tool.images;
  const { cpus, gibibytes, concurrency } = tool;
  const perSecond = cpus * PRICES.cpuSecond + gibibytes * PRICES.gibibyteSecond;
  const apiSecond = PRICES.cpuSecond + PICTURE_GIBIBYTES * PRICES.gibibyteSecond;
  const stored = measured.resultBytes * DAYS_STORED;
  const rows: [string, string, number][] = [
    ['Firestore reads', whole(measured.reads * scale), measured.reads * PRICES.read],
    ['Firestore writes', whole(measured.writes * scale), measured.writes * PRICES.write],
    ['Firestore deletes', whole(measured.deletes * scale), measured.deletes * PRICES.delete],
    ['API requests', whole(measured.calls * scale), measured.calls * PRICES.request],
    ['API seconds', whole(measured.callSeconds * scale), measured.callSeconds * apiSecond],
    [
      'Deliveries of tasks',
      whole(measured.tasks * scale),
      measured.tasks * (2 * PRICES.taskOperation + PRICES.request),
    ],
    ['Worker seconds', whole(measured.taskSeconds * scale), measured.taskSeconds * perSecond],
    [
      'GB to browsers',
      ((measured.sentBytes * scale) / GIGABYTE).toFixed(2),
      (measured.sentBytes / GIGABYTE) * PRICES.egressGigabyte,
    ],
  ];
  print(`\n${tool.name}, ${PER} images`);
  for (const [name, amount, dollars] of rows) {
    print(`  ${name.padEnd(22)} ${amount.padStart(8)}   $${(dollars * scale).toFixed(4)}`);
  }
  const total = sum(rows.map(([, , dollars]) => dollars)) * scale;
  print(`  ${'Total'.padEnd(22)} ${''.padStart(8)}   $${total.toFixed(2)}`);
  print(
    `  Each second of the provider: $${((PER * perSecond) / concurrency).toFixed(4)} with ${concurrency} at once, $${(PER * perSecond).toFixed(4)} one by one`,
  );
  if (!tool.storesImages) return;
  const credits =
    (2 * PER) / TRANSFORMATIONS_PER_CREDIT +
    (stored * scale) / GIGABYTE / DAYS_PER_MONTH +
    (2 * measured.resultBytes * scale) / GIGABYTE;
  print(`  ${'Cloudinary credits'.padEnd(22)} ${credits.toFixed(2).padStart(8)}`);
}

const whole = (value: number) => value.toFixed(0);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const print = (text: string) => void process.stdout.write(`${text}\n`);
