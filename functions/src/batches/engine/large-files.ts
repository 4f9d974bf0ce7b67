import { AcquireAborted, makeWeightedSemaphore } from '../../platform/weighted-semaphore.ts';
import type { Attempt } from '../tool.ts';
import type { LeasedItem } from './leased-item.ts';

/** What an instance holds of originals larger than uploads; one larger than this runs alone. Part of RESERVED_BYTES in picture-memory.ts. */
const LARGE_FILE_BYTES = 128 * 1024 ** 2;
const MAX_WAIT_MS = 10_000;

const runWithin = makeWeightedSemaphore(LARGE_FILE_BYTES);

/** Attempts an item whose original may be a large picture of another batch once the instance has the memory for it. */
export async function withFileMemory(
  {
    tool,
    batch,
    index,
    readRecord,
    findPauseEnd,
  }: Pick<LeasedItem, 'tool' | 'batch' | 'index' | 'readRecord' | 'findPauseEnd'>,
  attempt: () => Promise<Attempt | undefined>,
): Promise<Attempt | undefined> {
  const bytes = batch.uploads?.files[index]?.from?.bytes ?? readRecord().source?.bytes ?? 0;
  if (!tool.uploads || bytes <= tool.uploads.maxBytes) return attempt();
  let hasStarted = false;
  const start = () => {
    hasStarted = true;
    return attempt();
  };
  try {
    return await runWithin(bytes, start, { signal: AbortSignal.timeout(MAX_WAIT_MS) });
  } catch (error) {
    if (!hasStarted && error instanceof AcquireAborted) return { kind: 'wait', until: findPauseEnd() };
    throw error;
  }
}
