import { setTimeout as sleep } from 'node:timers/promises';
import type { LocalPortal } from '@portal/local/start-local-portal';
import { z } from 'zod';
import { connectTo } from './portal-client.ts';
import { printFigure } from './table.ts';

const BATCHES = 10;
const IMAGES = 100;
const PROVIDER_MS = 1000;
const CONCURRENCY = 10;

const ItemSchema = z.object({ claimedAt: z.object({ timestampValue: z.coerce.date().optional() }) });

/** How long one person's image waits behind another person's batches. */
export async function benchFairness(portal: LocalPortal): Promise<void> {
  const [other, busy] = await Promise.all([connectTo(portal), connectTo(portal, 1)]);
  await busy.control('faults', [{ provider: 'stability', fault: { kind: 'slow', ms: PROVIDER_MS } }]);
  const many: string[] = [];
  for (let count = 0; count < BATCHES; count += 1) many.push(await busy.startBatch(IMAGES));
  const startedAt = Date.now();
  const one = await other.startBatch(1);
  let claimedAt: Date | undefined;
  while (!claimedAt) {
    await sleep(500);
    ({ timestampValue: claimedAt } = ItemSchema.parse(
      await other.readDocument(`batches/${one}/items/0`),
    ).claimedAt);
  }
  const calls = (claimedAt.getTime() - startedAt) / PROVIDER_MS;
  for (const id of many) await busy.call('DELETE', `/api/image-generator/batches/${id}`);
  printFigure(
    `One image behind another person's ${BATCHES} x ${IMAGES}`,
    `waits for ${calls.toFixed(1)} calls of ${PROVIDER_MS / 1000} s (all of them: ${(BATCHES * IMAGES) / CONCURRENCY})`,
  );
}
