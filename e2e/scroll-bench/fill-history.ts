import type { Account } from '../support/accounts.ts';
import { makeRequest, startBatch, waitForBatches } from '../support/generator.ts';
import { reuseDrawings, setLatency } from '../support/sandbox.ts';

const TIMEOUT_MS = 240_000;

/** Makes batches of 100 images through the real queue. Returns their ids, newest first. */
export async function fillHistory(artist: Account, batches: number): Promise<string[]> {
  await setLatency(0);
  await reuseDrawings(8);
  const ids: string[] = [];
  for (let batch = 0; batch < batches; batch += 1)
    ids.unshift(await startBatch(artist, makeRequest('stability', { quantity: 100 })));
  await waitForBatches(artist, ids, TIMEOUT_MS);
  return ids;
}
