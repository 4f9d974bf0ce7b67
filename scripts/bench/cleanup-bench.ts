/** Measures a cleanup of thousands of files and documents: its speed, and its calls to the media service. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { listFunctions, runScheduled } from '@portal/local/schedules';
import { repositoryRoot, startLocalPortal, type LocalPortal } from '@portal/local/start-local-portal';
import { connectTo, type PortalClient } from './portal-client.ts';
import { printFigure } from './table.ts';

const RESOURCES = 20_000;
const BATCHES = 800;
const ITEMS = 12;
const WRITES = 500;
const DAY_MS = 24 * 60 * 60 * 1000;
const ALLOWED_A_MINUTE = 500;
const ALLOWED_AN_HOUR = 500_000;

const CallsSchema = z.object({ calls: z.number(), busiestMinute: z.number() });

export async function benchCleanup(): Promise<void> {
  const dataFolder = join(repositoryRoot, '.build/bench-portal');
  rmSync(dataFolder, { recursive: true, force: true });
  const portal = await startLocalPortal({ dataFolder, ports: 'auto' });
  try {
    const client = await connectTo(portal);
    await client.control('cloudinary', { adminCallsPerHour: ALLOWED_AN_HOUR });
    // The first call loads the function.
    await runCleanup(portal);
    await fetch(`${portal.urls.sandbox}/control/cloudinary/admin-calls`, { method: 'DELETE' });
    const documents = await fill(client);
    const seconds = await runCleanup(portal);
    const answer = await fetch(`${portal.urls.sandbox}/control/cloudinary/admin-calls`);
    const { calls, busiestMinute } = CallsSchema.parse(await answer.json());
    const aMinute = (RESOURCES / seconds) * 60;
    // If only the rate limit slowed it down.
    const possible = (RESOURCES / calls) * ALLOWED_A_MINUTE;
    printFigure(
      `${RESOURCES} files and ${documents} documents`,
      `${seconds.toFixed(1)} s, ${aMinute.toFixed(0)} files a minute, ${calls} calls`,
    );
    printFigure(
      `Of the ${ALLOWED_A_MINUTE} calls a minute allowed`,
      `${busiestMinute} in the busiest; ${possible.toFixed(0)} files fit into one, x${((possible * 60) / ALLOWED_AN_HOUR).toFixed(2)} of ${ALLOWED_AN_HOUR} an hour`,
    );
  } finally {
    await portal.stop();
  }
}

/** Runs the nightly cleanup, which also deletes documents. */
async function runCleanup({ urls, projectId }: LocalPortal): Promise<number> {
  const { scheduled } = await listFunctions(urls.functions);
  const cleanup = scheduled.find(({ name }) => name === 'cleanup');
  if (!cleanup) throw new Error('The function "cleanup" is missing.');
  const startedAt = performance.now();
  await runScheduled({ functionsUrl: urls.functions, projectId }, cleanup, new Date());
  return (performance.now() - startedAt) / 1000;
}

/** Writes expired batches with items and files. Returns the number of documents. */
async function fill({ control, commit }: PortalClient): Promise<number> {
  const time = (days: number) => ({ timestampValue: new Date(Date.now() - days * DAY_MS).toISOString() });
  const text = (stringValue: string) => ({ stringValue });
  const number = (value: number) => ({ integerValue: String(value) });
  const expiresAt = time(1);
  const ids = Array.from({ length: BATCHES }, (_, index) => `bench${index}`);
  const documents = ids.flatMap((id) => [
    {
      path: `batches/${id}`,
      fields: {
        tool: text('image-generator'),
        owner: text('nobody'),
        filesDeleted: { booleanValue: false },
        total: number(ITEMS),
        createdAt: time(4),
        expiresAt,
        endedAt: time(4),
      },
    },
    ...Array.from({ length: ITEMS }, (_, index) => ({
      path: `batches/${id}/items/${index}`,
      fields: { index: number(index), expiresAt },
    })),
    ...Array.from({ length: 10 }, (_, index) => ({
      path: `batches/${id}/marks/${index}`,
      fields: { batchId: text(id), expiresAt },
    })),
  ]);
  for (let start = 0; start < documents.length; start += WRITES) {
    await commit(documents.slice(start, start + WRITES));
  }
  for (const id of ids) {
    await control('cloudinary/assets', {
      count: RESOURCES / BATCHES,
      prefix: `portal/image-generator/${id}/`,
    });
  }
  return documents.length;
}
