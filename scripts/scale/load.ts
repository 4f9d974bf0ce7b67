/** What a number of people a day ask of the portal. */
import { QUEUES } from '@portal/functions/src/tools.ts';
import type { ItemQueue, Queue } from '@portal/functions/src/platform/queues.ts';
import { BATCH_IMAGES, COUNTS, type ToolCounts } from './counts.ts';
import { PEAK_SHARE_A_SECOND, QUEUE_USE, USAGE, type QueueUse } from './usage.ts';

/** A poll while a batch runs, and otherwise: web/src/shared/batches/poll-batches.ts. */
export const BUSY_POLL_SECONDS = 0.8;
export const IDLE_POLL_SECONDS = 60;
/** Of the Library on a tool's page while a batch runs; otherwise as often as the list: web/src/shared/library/library-query.ts. */
const BUSY_LIBRARY_POLL_SECONDS = 5;
/** An image changes on the page when its work starts, and when it ends. */
const CHANGES_AN_IMAGE = 2;

const isItemQueue = (queue: Queue): queue is ItemQueue => queue.work === 'call' || queue.work === 'upscale';
export const ITEM_QUEUES = QUEUES.filter(isItemQueue);

export function findUse({ name }: Queue): QueueUse {
  const use = QUEUE_USE[name];
  if (!use) throw new Error(`usage.ts does not say how much ${name} is used.`);
  return use;
}

function findCounts(tool: string): ToolCounts {
  const counts = COUNTS.tools[tool];
  if (!counts) throw new Error(`counts.ts does not have ${tool}.`);
  return counts;
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The sum over all queues of what their batches of a day need. */
export const sumOverBatches = (
  batches: number,
  amountOf: (counts: ToolCounts, queue: ItemQueue) => number,
): number =>
  sum(
    ITEM_QUEUES.map((queue) => {
      const { tool, share } = findUse(queue);
      return batches * share * amountOf(findCounts(tool), queue);
    }),
  );

const busyPolls = USAGE.watchedSeconds.value / BUSY_POLL_SECONDS;
const changedPolls = Math.min(busyPolls, CHANGES_AN_IMAGE * BATCH_IMAGES);
/** Of one batch that its owner watches. */
export const POLLS = { changed: changedPolls, unchanged: busyPolls - changedPolls };
const busyLibraryPolls = USAGE.watchedSeconds.value / BUSY_LIBRARY_POLL_SECONDS;
const changedLibraryPolls = Math.min(busyLibraryPolls, CHANGES_AN_IMAGE * BATCH_IMAGES);
export const LIBRARY_POLLS = {
  changed: changedLibraryPolls,
  unchanged: busyLibraryPolls - changedLibraryPolls,
};
const idlePolls = (USAGE.openMinutes.value * 60) / IDLE_POLL_SECONDS;

export type Load = ReturnType<typeof findLoad>;

export function findLoad(people: number) {
  const batches = people * USAGE.batchesADay.value;
  const images = batches * BATCH_IMAGES;
  const pictures = sumOverBatches(batches, (counts) => counts.pictures);
  const pages = people * USAGE.pagesOpened.value;
  const polls = batches * busyPolls + people * idlePolls;
  const libraryPolls = batches * busyLibraryPolls + people * idlePolls;
  const requests =
    batches * (1 + USAGE.zipShare.value) + pictures + polls + libraryPolls + pages * USAGE.callsAPage.value;
  const apiCpuSeconds =
    sumOverBatches(
      batches,
      ({ submit, open, zip }) => submit.cpuSeconds + open.cpuSeconds + USAGE.zipShare.value * zip.cpuSeconds,
    ) +
    (polls + pages * USAGE.callsAPage.value) * COUNTS.polls.cpuSeconds +
    libraryPolls * COUNTS.library.cpuSeconds;
  return {
    people,
    /** A day. */
    batches,
    images,
    pages,
    polls,
    idlePolls: people * idlePolls,
    requests,
    apiCpuSeconds,
    /** In a second of the busiest hour. */
    peak: {
      batches: batches * PEAK_SHARE_A_SECOND,
      images: images * PEAK_SHARE_A_SECOND,
      requests: requests * PEAK_SHARE_A_SECOND,
      apiCpuSeconds: apiCpuSeconds * PEAK_SHARE_A_SECOND,
    },
  };
}
