/**
 * Adds items to their tool's queue. A batch has only a few tasks waiting at a time, its window, so that nobody waits for all of
 * another person's images. See docs/decisions/004.
 */
import { randomUUID } from 'node:crypto';
import type { Deps } from '../deps.ts';
import { MAX_WINDOW, type ItemRecord } from '../store/batch-record.ts';
import { batchReference, countOpenBatches, type Batch } from '../store/batch-store.ts';

interface EnqueueOptions {
  /** Cloud Tasks ignores an item that it already has in the same round. */
  round?: string;
  /** When to deliver the tasks, if not at once. Such tasks are in no round. */
  at?: Date;
  waits?: number;
}

type Place = Pick<Batch, 'id' | 'tool' | 'settings'>;

/**
 * Tasks of half price go to the same queue: all functions together have no room for another one, and a provider that is slow delays
 * the same people.
 */
export function queueOf({ findTool }: Pick<Deps, 'findTool'>, { tool: name, settings }: Place) {
  const tool = findTool(name);
  return tool.queueOf(tool.settings.parse(settings));
}

/** Submits what of the batch is queued. Cloud Tasks ignores a `round` that it knows. */
export const enqueueSubmission = (
  deps: Pick<Deps, 'queues' | 'findTool'>,
  batch: Place,
  round: string = randomUUID(),
) =>
  deps.queues.enqueue(queueOf(deps, batch), [
    { id: `${batch.id}-submit-${round}`, data: { step: 'submit', batchId: batch.id } },
  ]);

/** At half price one task submits all queued items. */
export const enqueueItems = (
  deps: Deps,
  batch: Pick<Batch, 'id' | 'tool' | 'settings' | 'halfPrice'>,
  indexes: Iterable<number>,
  { round = '0', at, waits = 0 }: EnqueueOptions = {},
) =>
  batch.halfPrice
    ? enqueueSubmission(deps, batch, round)
    : deps.queues.enqueue(
        queueOf(deps, batch),
        [...indexes].map((index) => ({
          id: `${batch.id}-${index}-${at ? randomUUID() : round}`,
          data: { batchId: batch.id, index, waits },
          at,
        })),
      );

/** Enqueues a new batch. Its owner's running batches share the window. */
export async function enqueueFirstItems(deps: Deps, batch: Batch): Promise<void> {
  const { firestore } = deps;
  // Counted after the batch was written: of batches created at the same time, each counts those before it.
  const open = await countOpenBatches(firestore, batch.tool, batch.owner);
  const window = Math.max(1, Math.floor(MAX_WINDOW / Math.max(1, open)));
  if (window < MAX_WINDOW) await batchReference(firestore, batch.id).update({ window });
  await enqueueItems(deps, batch, Array.from({ length: Math.min(window, batch.total) }).keys());
}

/**
 * Called when the item is worked on or final. An item that waits keeps its place, so that a paused key does not fill the queue.
 * Called again for the same item, it has no effect: Cloud Tasks has had that task.
 */
export async function enqueueNextItem(
  deps: Deps,
  batch: Batch,
  { index, followedBy }: Pick<ItemRecord, 'index' | 'followedBy'>,
): Promise<void> {
  const next = hasPreviousStage(batch) ? followedBy : index + batch.window;
  if (next !== undefined && next < batch.total && !batch.cancelledAt) await enqueueItems(deps, batch, [next]);
}

/** Its items become ready one by one, in any order, when the stage before has made their pictures. */
export const hasPreviousStage = ({ pipeline }: Pick<Batch, 'pipeline'>): boolean =>
  pipeline?.previous !== undefined;
