/** Runs batches through the real API and workers, and counts what they do. */
import { gzipSync } from 'node:zlib';
import { BatchStartedSchema } from '@portal/contracts/batches';
import { makeApp } from '@portal/functions/src/app.ts';
import { processItem } from '@portal/functions/src/batches/engine/process-item.ts';
import { removeBatch } from '@portal/functions/src/batches/engine/remove-batch.ts';
import { sweep } from '@portal/functions/src/batches/engine/sweep.ts';
import type { Deps } from '@portal/functions/src/deps.ts';
import { ItemTaskSchema, RemovalTaskSchema } from '@portal/functions/src/platform/queues.ts';
import { makeToken } from '@portal/functions/src/testing/start-api.ts';
import { monthOf, monthReference, SHARDS } from '@portal/functions/src/spend/spend-store.ts';
import { findTool } from '@portal/functions/src/tools.ts';
import { z } from 'zod';
import { TOOLS, type Tool } from '../bench/costs-bench.ts';
import { BATCH_IMAGES, HISTORY_BATCHES, type Counts, type Measured, type ToolCounts } from './counts.ts';

/** All but the first one have not listed anything when polls are measured. */
export const PEOPLE = ['artist', 'visitor', 'guest'] as const;
type Visitor = Exclude<(typeof PEOPLE)[number], 'artist'>;
/** Small, so that enlarging takes no time: nothing that is counted depends on it. */
const SIDE = 32;
const HOUR_MS = 3_600_000;
const LIST = '/api/image-generator/batches';
const LIBRARY = '/api/library';
const WHO = '/api/auth/user';

/** A request to Cloud Tasks. */
interface Enqueued {
  body: Buffer;
}

interface Started {
  deps: Deps;
  /** Limits the spending of the month. */
  setBudget: (dollars: number) => void;
  readUsage: () => Promise<{ reads: number; writes: number; deletes: number }>;
  tasks: readonly Enqueued[];
  useRealTime: () => void;
}

const TaskSchema = z.object({ task: z.object({ httpRequest: z.object({ body: z.base64() }) }) });
const readTask = (enqueued: Enqueued | undefined): unknown => {
  const { httpRequest } = TaskSchema.parse(JSON.parse(String(enqueued?.body))).task;
  return z.object({ data: z.unknown() }).parse(JSON.parse(Buffer.from(httpRequest.body, 'base64').toString()))
    .data;
};

export async function measureCounts(started: Started): Promise<Measured> {
  const { deps, readUsage, setBudget, tasks, useRealTime } = started;
  const app = makeApp(deps);
  let person: string = PEOPLE[0];
  let delivered = 0;

  async function call(
    method: string,
    path: string,
    { body, form, headers }: { body?: unknown; form?: FormData; headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const content = form ?? (body === undefined ? undefined : JSON.stringify(body));
    return app.request(path, {
      method,
      headers: {
        authorization: `Bearer ${makeToken(person)}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(content !== undefined && { body: content }),
    });
  }

  /** What `work` reads, writes and enqueues. */
  async function count(work: () => Promise<unknown>): Promise<Counts> {
    // Who may call is cached for seconds, and counted by itself.
    await call('GET', WHO);
    const before = await readUsage();
    const enqueued = tasks.length;
    const cpuBefore = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(cpuBefore);
    const after = await readUsage();
    return {
      reads: after.reads - before.reads,
      writes: after.writes - before.writes,
      deletes: after.deletes - before.deletes,
      tasks: tasks.length - enqueued,
      cpuSeconds: (user + system) / 1_000_000,
    };
  }

  /** One task after the other, as with a slow provider: the engine combines the writes of calls that end together. */
  async function deliver(afterEach = async () => {}): Promise<void> {
    for (; delivered < tasks.length; delivered += 1) {
      const data = readTask(tasks[delivered]);
      const item = ItemTaskSchema.safeParse(data);
      if (item.success) await processItem(deps, findTool, item.data);
      else await removeBatch(deps, RemovalTaskSchema.parse(data), findTool);
      await afterEach();
    }
  }

  async function start(tool: Tool, images = BATCH_IMAGES): Promise<string> {
    const answer = await tool.start({ call }, images, SIDE);
    return BatchStartedSchema.parse(await answer.json()).batchId;
  }

  /** Reads the whole answer. Returns its bytes as Hosting sends them. */
  async function read(path: string, headers: Record<string, string> = {}) {
    const answer = await call('GET', path, { headers });
    if (!answer.ok && answer.status !== 304) throw new Error(`${path}: ${await answer.text()}`);
    return { answer, bytes: gzipSync(await answer.arrayBuffer()).length };
  }

  async function listPictures({ base }: Tool, batchId: string): Promise<string[]> {
    const text = await (await call('GET', `${base}/batches`)).text();
    const { batches } = z.object({ batches: z.array(z.looseObject({})) }).parse(JSON.parse(text));
    const batch = batches.find((each) => [each['id'], each['batchId']].includes(batchId));
    const found = JSON.stringify(batch).matchAll(/"(\/api\/[^"?]+)"/g);
    return [...new Set([...found].flatMap(([, path = '']) => path))].filter(
      (path) => !path.includes('download'),
    );
  }

  async function measureTool(tool: Tool): Promise<ToolCounts> {
    // Settings that are cached, and code that is not compiled yet, are not counted.
    await start(tool, 1);
    await deliver();
    let batchId = '';
    const submit = await count(async () => (batchId = await start(tool)));
    const work = await count(deliver);
    const pictures = await listPictures(tool, batchId);
    const open = await count(async () => {
      for (const picture of pictures) await read(picture);
    });
    const zip = await count(() => read(`${tool.base}/${tool.download.replace('ID', batchId)}`));
    const remove = await count(async () => {
      await call('DELETE', `${tool.base}/${tool.batch.replace('ID', batchId)}`);
      await deliver();
    });
    return { submit, work, pictures: pictures.length, open, zip, remove };
  }

  /** Another person's history: ended batches as the engine leaves them, an hour ago. */
  async function copyBatch(batchId: string, owner: string): Promise<void> {
    const { firestore } = deps;
    const batch = (await firestore.doc(`batches/${batchId}`).get()).data() ?? {};
    const marks = firestore.collection(`histories/image-generator~${owner}/marks`);
    const changedAt = new Date(Date.now() - HOUR_MS);
    for (let index = 0; index < HISTORY_BATCHES; index += 1) {
      const id = `copy-${index}`;
      await firestore.doc(`batches/${id}`).set({ ...batch, owner });
      const { tool, expiresAt } = batch;
      await marks.doc(id).set({ owner, tool, expiresAt, batchId: id, changedAt });
    }
  }

  async function measurePolls(tool: Tool, list: string, visitor: Visitor): Promise<Measured['polls']> {
    const batchId = await start(tool);
    await deliver();
    person = visitor;
    await copyBatch(batchId, person);
    let etag = '';
    let bytes = 0;
    const poll = async () => {
      const path = etag === '' ? list : `${list}/changes?since=${encodeURIComponent(etag)}`;
      const { answer, bytes: sent } = await read(path, { 'if-none-match': etag });
      etag = answer.headers.get('etag') ?? '';
      bytes = answer.status === 304 ? 0 : sent;
    };
    const cold = { reads: (await count(poll)).reads, bytes };
    const unchanged = { reads: (await count(poll)).reads, bytes };
    await start(tool);
    await poll();
    // Polls compare this clock with that of Firestore.
    useRealTime();
    const changed = { reads: 0, bytes: 0 };
    let cpuSeconds = 0;
    await deliver(async () => {
      const counted = await count(poll);
      changed.reads += counted.reads / BATCH_IMAGES;
      changed.bytes += bytes / BATCH_IMAGES;
      cpuSeconds += counted.cpuSeconds / BATCH_IMAGES;
    });
    [person] = PEOPLE;
    return { cold, unchanged, changed, cpuSeconds };
  }

  async function measureBudget(tool: Tool, without: ToolCounts): Promise<Measured['budget']> {
    const { firestore } = deps;
    for (let shard = 0; shard < SHARDS; shard += 1) {
      const month = monthReference(firestore, monthOf(new Date()));
      await month.collection('shards').doc(String(shard)).set({}, { merge: true });
    }
    setBudget(1_000_000);
    const submit = await count(() => start(tool));
    const work = await count(deliver);
    return { submit: submit.reads - without.submit.reads, work: work.reads - without.work.reads };
  }

  const tools: Measured['tools'] = {};
  for (const tool of TOOLS) tools[tool.name] = await measureTool(tool);
  const [generator] = TOOLS;
  const counted = generator && tools[generator.name];
  if (!generator || !counted) throw new Error('There are no tools.');
  const idle = await count(() => sweep(deps, findTool));
  await start(generator, 1);
  const running = await count(() => sweep(deps, findTool));
  await deliver();
  const beforeAccess = await readUsage();
  deps.accessCache.clear();
  await call('GET', WHO);
  const access = (await readUsage()).reads - beforeAccess.reads;
  const budget = await measureBudget(generator, counted);
  const polls = await measurePolls(generator, LIST, 'visitor');
  const library = await measurePolls(generator, LIBRARY, 'guest');
  return {
    tools,
    polls,
    library,
    access,
    budget,
    sweep: { idle: idle.reads, batch: running.reads - idle.reads },
  };
}
