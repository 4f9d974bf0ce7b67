/** Calls whose results can be fetched later. See docs/decisions/002. */
import type { Deps } from '../deps.ts';
import { catchAndLog } from '../../platform/logs/catch-and-log.ts';
import { findAttemptMs } from '../../platform/queues/task-times.ts';
import type { StartedCall } from '../store/batch-record.ts';
import type { Attempt, Fetchable } from '../tool.ts';
import type { LeasedItem } from './leased-item.ts';
import { withFileMemory } from './large-files.ts';
import { readPicture } from './read-picture.ts';
import { addAppearance } from './store-image.ts';

type FetchedCall = Exclude<Attempt, { kind: 'wait' }> | { kind: 'busy' } | { kind: 'unknown' };

/**
 * Ends the attempt of a worker that was lost during a call. `unknown`: the result cannot be fetched. `busy`: the instance has no
 * memory for the original now.
 */
export async function fetchLostCall(deps: Deps, leased: LeasedItem): Promise<FetchedCall> {
  const { startedCall } = leased.readRecord();
  const { fetchable } = leased.tool;
  if (!startedCall || !fetchable) return { kind: 'unknown' };
  const fetched = await withFileMemory(leased, () => fetchAttempt(deps, leased, fetchable, startedCall));
  return !fetched || fetched.kind === 'wait' ? { kind: 'busy' } : fetched;
}

async function fetchAttempt(
  deps: Deps,
  leased: LeasedItem,
  fetchable: Fetchable<object>,
  startedCall: StartedCall,
): Promise<Attempt | undefined> {
  const { tool, batch, index, publicId } = leased;
  const found = await readPicture(deps, tool, batch, index);
  if (found.kind === 'busy') return undefined;
  if (found.kind === 'unreadable') return { kind: 'connection-lost', detail: found.reason };
  const picture = found.kind === 'picture' ? found.picture : undefined;
  const settings = tool.settings.parse(batch.settings);
  const work = {
    settings,
    variant: leased.readRecord().variant,
    picture,
    fileName: batch.uploads?.files[index]?.name,
    publicId,
    signal: AbortSignal.timeout(findAttemptMs(tool.queueOf(settings).work)),
  };
  const attempt = await fetchable.fetch(deps, work, startedCall);
  return addAppearance(leased, attempt, picture);
}

/** Only after the attempt's outcome is stored: until then another worker may need the results. */
export async function forgetStartedCalls(
  deps: Deps,
  { tool, batch, index, startedCalls, readRecord }: LeasedItem,
): Promise<void> {
  const { fetchable } = tool;
  if (!fetchable || startedCalls.length === 0 || readRecord().state === 'calling') return;
  const settings = tool.settings.parse(batch.settings);
  await Promise.all(
    startedCalls.map((call) =>
      catchAndLog('A provider still keeps an answer.', { batch: batch.id, item: index }, () =>
        fetchable.forget(deps, settings, call),
      ),
    ),
  );
}
