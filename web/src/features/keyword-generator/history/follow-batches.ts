/** Polls active batches one by one until they have ended. */
import { isActive } from '@portal/contracts/batches';
import { getKeywordBatch, type KeywordBatch } from '@portal/contracts/keyword-generator';
import { focusManager, QueryObserver, type QueryClient } from '@tanstack/react-query';
import { ApiFailure } from '../../../client/api/api-failure.ts';
import { call } from '../../../client/api/client.ts';
import { updateBatch } from '../../../pictures/batches/change-batches.ts';
import { keywords } from '../batches/keywords.ts';

const POLL_MS = 800;
const HALF_PRICE_POLL_MS = 15_000;
/** Polling continues for this long after the end. */
const AFTER_END_MS = 2000;

const { queryKey } = keywords.batchesQuery;

/** Follows all batches in the list, also later ones, until `stop` is called. `onLost`: polling has stopped after an error response. */
export function followBatches(client: QueryClient, onLost: (id: string) => void) {
  const stop = new AbortController();
  const followed = new Set<string>();
  const followOne = async (id: string): Promise<void> => {
    followed.add(id);
    const isLost = await followBatch(client, id, stop.signal);
    if (isLost && !stop.signal.aborted) onLost(id);
  };
  const follow = (batches: readonly KeywordBatch[] | undefined) => {
    for (const { id, status } of batches ?? []) {
      if (isActive(status) && !followed.has(id)) void followOne(id);
    }
  };
  const list = new QueryObserver(client, { ...keywords.batchesQuery, enabled: false });
  const stopListening = list.subscribe(({ data }) => follow(data));
  follow(client.getQueryData(queryKey));
  return {
    /** Polls a batch again after an error response. */
    followAgain: (id: string) => void followOne(id),
    stop: () => {
      stopListening();
      stop.abort();
    },
  };
}

/** Stops on an error response, and returns whether that was the reason. Network errors are ignored. */
async function followBatch(client: QueryClient, id: string, signal: AbortSignal): Promise<boolean> {
  const find = () => client.getQueryData(queryKey)?.find((batch) => batch.id === id);
  let endsAt = Number.POSITIVE_INFINITY;
  while (Date.now() < endsAt) {
    await waitUntilVisible(signal);
    if (signal.aborted) return false;
    const before = find();
    try {
      const { batch } = await call(getKeywordBatch, { params: { id } });
      if (signal.aborted) return false;
      // If the batch was changed locally meanwhile, this response may be outdated.
      if (find() === before)
        client.setQueryData(queryKey, (batches) => batches && updateBatch<KeywordBatch>(id, batch)(batches));
      if (!isActive(batch.status)) endsAt = Math.min(endsAt, Date.now() + AFTER_END_MS);
    } catch (error) {
      if (error instanceof ApiFailure) return true;
    }
    const pollMs = find()?.halfPrice && endsAt === Number.POSITIVE_INFINITY ? HALF_PRICE_POLL_MS : POLL_MS;
    await wait(Math.min(pollMs, endsAt - Date.now()));
  }
  if (!signal.aborted) void client.invalidateQueries({ queryKey, exact: true });
  return false;
}

const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Pauses polling in a hidden tab. */
async function waitUntilVisible(signal: AbortSignal): Promise<void> {
  if (signal.aborted || focusManager.isFocused()) return;
  await new Promise<void>((resolve) => {
    const stop = focusManager.subscribe((isFocused) => {
      if (isFocused) end();
    });
    const end = () => {
      stop();
      resolve();
    };
    signal.addEventListener('abort', end, { once: true });
  });
}
