/** What the busiest hour asks of everything that has a limit. */
import type { Provider } from '@portal/contracts/generation-request';
import { DELETED_AT_ONCE, RESOURCES_PER_PAGE } from '@portal/functions/src/media/media-admin.ts';
import type { ItemQueue } from '@portal/functions/src/platform/queues.ts';
import { DAYS_STORED } from '../bench/prices.ts';
import { findUse, ITEM_QUEUES, sum, type Load } from './load.ts';
import { countSequentialWrites } from './sequential-fields.ts';
import { USAGE } from './usage.ts';

/** A call reserves its cost, and settles it. */
const SPEND_WRITES_A_CALL = 2;
/** Of a person in each document of the spending: an id of 28 letters, and a number. */
const SPENDER_BYTES = 40;
const SEQUENTIAL_WRITES = countSequentialWrites();

export function findDemand({ people, images, peak }: Load) {
  const shareOf = (isWanted: (queue: ItemQueue) => boolean) =>
    sum(ITEM_QUEUES.filter(isWanted).map((queue) => findUse(queue).share));
  const makesImages = (queue: ItemQueue) => findUse(queue).tool !== 'Keyword Generator';
  const imagesOf = (provider: Provider) =>
    shareOf((queue) => queue.provider === provider && makesImages(queue));
  const charged = shareOf(({ provider }) => provider !== undefined);
  const stored = images * shareOf(makesImages);
  return {
    queue(queue: ItemQueue) {
      const { share, seconds } = findUse(queue);
      const starts = peak.images * share;
      return { starts, slots: starts * seconds };
    },
    api: { cpus: peak.apiCpuSeconds, slots: peak.requests * USAGE.requestSeconds.value },
    spendWrites: peak.images * charged * SPEND_WRITES_A_CALL,
    statisticsWrites: peak.images * charged,
    sequentialWrites: peak.images * SEQUENTIAL_WRITES,
    spendBytes: people * SPENDER_BYTES,
    allowanceWrites: peak.batches * imagesOf('google'),
    /** A day. */
    googleImages: images * imagesOf('google'),
    storageWrites: peak.images * shareOf((queue) => findUse(queue).tool !== 'Image Generator'),
    /** A night: those of one day are deleted, and those of three days are listed. */
    cleanupCalls: stored / DELETED_AT_ONCE + (stored * DAYS_STORED) / RESOURCES_PER_PAGE,
    callsTo: (provider: Provider) => peak.images * imagesOf(provider),
  };
}
