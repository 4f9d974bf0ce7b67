/** Dollars a month, by service. */
import { SIZES } from '@portal/functions/src/function-sizes.ts';
import type { ItemQueue } from '@portal/functions/src/platform/queues.ts';
import {
  CLOUDINARY_PLANS,
  DAYS_PER_MONTH,
  DAYS_STORED,
  PRICES,
  SIGN_IN_TIERS,
  TRANSFORMATIONS_PER_CREDIT,
} from '../bench/prices.ts';
import { TODAY, type Configuration } from './configuration.ts';
import { BATCH_IMAGES, COUNTS, type Counts, type ToolCounts } from './counts.ts';
import { findUse, ITEM_QUEUES, LIBRARY_POLLS, POLLS, sum, sumOverBatches, type Load } from './load.ts';
import { USAGE } from './usage.ts';

const SWEEP_SECONDS = 60;
const SWEEPS_A_DAY = (24 * 60 * 60) / SWEEP_SECONDS;
/** Who calls is read every few seconds, for about as many requests as open a page. */
const REQUESTS_AN_ACCESS = USAGE.callsAPage.value;
const MEGABYTES_PER_GIGABYTE = 1000;
/** Of an API instance that works on as many requests as its processor can. */
const CPU_TARGET = 0.6;
/** Requests that share an instance when there are many: half of the places. */
const SHARED = SIZES.api.concurrency * USAGE.packing.value;
/** The upload, and the derived thumbnail. */
const TRANSFORMATIONS = 2;
/** Of one uploaded picture: checked when the batch starts, read by the worker, shown, and put into the ZIP. */
const ORIGINAL_READS = 4;
const DAY_SECONDS = 24 * 60 * 60;

export interface Costs {
  firestore: number;
  api: number;
  workers: number;
  tasks: number;
  hosting: number;
  storage: number;
  cloudinary: number;
  signIn: number;
}

const usesPictures = (queue: ItemQueue) => findUse(queue).tool !== 'Image Generator';
const storesImages = (queue: ItemQueue) => findUse(queue).tool !== 'Keyword Generator';

interface Amounts {
  reads: number;
  writes: number;
  deletes: number;
  tasks: number;
  gigabytesSent: number;
  credits: number;
}

const all = ({ submit, work, open, zip, remove }: ToolCounts, of: (counts: Counts) => number): number =>
  of(submit) + of(work) + of(open) + USAGE.zipShare.value * of(zip) + of(remove);

/** Of a working day. */
export function findAmounts(load: Load, configuration: Configuration): Amounts {
  const { batches, pages, idlePolls } = load;
  const { polls, library, access, sweep, budget } = COUNTS;
  // Counted with today's shards: the request reads them once, and so does each call.
  const readsMore = (1 + BATCH_IMAGES) * (configuration.spendReads - TODAY.spendReads);
  const budgetReads = sumOverBatches(batches, (_counts, { provider }) =>
    provider ? budget.submit + budget.work + readsMore : 0,
  );
  // Requests go to any instance, and each one reads a history for itself.
  const coldPolls = Math.min(configuration.apiInstances, POLLS.changed);
  const pollReads =
    batches * (POLLS.changed * polls.changed.reads + POLLS.unchanged * polls.unchanged.reads) +
    idlePolls * polls.unchanged.reads +
    batches *
      (LIBRARY_POLLS.changed * library.changed.reads + LIBRARY_POLLS.unchanged * library.unchanged.reads) +
    idlePolls * library.unchanged.reads +
    pages * library.cold.reads +
    (pages + batches * (coldPolls - 1)) * polls.cold.reads +
    (load.requests / REQUESTS_AN_ACCESS) * access;
  const { imageMegabytes, originalMegabytes, thumbnailMegabytes, fullViews, zipShare } = USAGE;
  const stored = sumOverBatches(batches, (_counts, queue) => (storesImages(queue) ? BATCH_IMAGES : 0));
  const uploaded = sumOverBatches(batches, (_counts, queue) => (usesPictures(queue) ? BATCH_IMAGES : 0));
  const views = fullViews.value + zipShare.value;
  const megabytes =
    stored * (views * imageMegabytes.value + thumbnailMegabytes.value) +
    uploaded * (fullViews.value * originalMegabytes.value + thumbnailMegabytes.value) +
    (batches * (POLLS.changed * polls.changed.bytes + LIBRARY_POLLS.changed * library.changed.bytes) +
      pages * (polls.cold.bytes + library.cold.bytes)) /
      1e6;
  return {
    reads:
      sumOverBatches(batches, (counts) => all(counts, ({ reads }) => reads)) +
      pollReads +
      budgetReads +
      SWEEPS_A_DAY * sweep.idle +
      batches * (USAGE.watchedSeconds.value / SWEEP_SECONDS) * sweep.batch,
    writes: sumOverBatches(batches, (counts) => all(counts, ({ writes }) => writes)),
    deletes: sumOverBatches(batches, (counts) => all(counts, ({ deletes }) => deletes)),
    tasks: sumOverBatches(batches, (counts) => all(counts, ({ tasks }) => tasks)),
    gigabytesSent: megabytes / MEGABYTES_PER_GIGABYTE,
    credits:
      (stored * TRANSFORMATIONS) / TRANSFORMATIONS_PER_CREDIT +
      (stored * imageMegabytes.value * (views + DAYS_STORED / DAYS_PER_MONTH)) / MEGABYTES_PER_GIGABYTE,
  };
}

export function findCosts(load: Load, configuration: Configuration): Costs {
  const days = USAGE.workingDaysAMonth.value;
  const day = findAmounts(load, configuration);
  const uploaded = sumOverBatches(load.batches, (_counts, queue) => (usesPictures(queue) ? BATCH_IMAGES : 0));
  const uploadedGigabytes = (uploaded * USAGE.originalMegabytes.value) / MEGABYTES_PER_GIGABYTE;
  return {
    firestore: days * (day.reads * PRICES.read + day.writes * PRICES.write + day.deletes * PRICES.delete),
    api: days * (findApiSeconds(load) * priceOfSecond('api') + load.requests * PRICES.request),
    workers:
      days * sum(ITEM_QUEUES.map((queue) => findWorkerSeconds(load, queue) * priceOfSecond(queue.size))),
    tasks: days * day.tasks * (2 * PRICES.taskOperation + PRICES.request),
    hosting: days * day.gigabytesSent * PRICES.egressGigabyte,
    storage:
      days *
      (uploadedGigabytes * (DAYS_STORED / DAYS_PER_MONTH) * PRICES.storedGigabyteMonth +
        uploaded * (PRICES.storageWrites + ORIGINAL_READS * PRICES.storageReads)),
    cloudinary: findCloudinaryPrice(days * day.credits),
    signIn: findSignInPrice(load.people),
  };
}

export const findTotal = (costs: Costs): number => sum(Object.values(costs));

/** What the providers charge, at their list prices. */
export const findProviderCosts = ({ images }: Load): number =>
  USAGE.workingDaysAMonth.value *
  sum(ITEM_QUEUES.map((queue) => images * findUse(queue).share * findUse(queue).price));

/** An instance is billed while it works on at least one request. */
function findApiSeconds({ requests, apiCpuSeconds }: Load): number {
  const waiting = requests * USAGE.requestSeconds.value;
  const together = Math.min(SHARED, Math.max(1, waiting / DAY_SECONDS));
  return Math.max(apiCpuSeconds / CPU_TARGET, waiting / together);
}

function findWorkerSeconds({ images }: Load, queue: ItemQueue): number {
  const { share, seconds } = findUse(queue);
  const together = Math.max(1, SIZES[queue.size].concurrency * USAGE.packing.value);
  return (images * share * seconds) / together;
}

function priceOfSecond(size: keyof typeof SIZES): number {
  const { cpu, memory } = SIZES[size];
  const gibibytes = memory === '2GiB' ? 2 : 0.5;
  return cpu * PRICES.cpuSecond + gibibytes * PRICES.gibibyteSecond;
}

/** The smallest plan; above the largest one, its price per credit. */
export function findCloudinaryPrice(credits: number): number {
  const plan = CLOUDINARY_PLANS.find((each) => each.credits >= credits);
  const [, , , largest] = CLOUDINARY_PLANS;
  return plan ? plan.dollars : credits * (largest.dollars / largest.credits);
}

export const findSignInPrice = (people: number): number =>
  sum(
    SIGN_IN_TIERS.map(({ from, dollars }, index) => {
      const to = SIGN_IN_TIERS[index + 1]?.from ?? Infinity;
      return Math.max(0, Math.min(people, to) - from) * dollars;
    }),
  );
