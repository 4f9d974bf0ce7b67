/** What an operator can change: as it is today, and as a load needs it. */
import { readGoogleDailyImages } from '@portal/functions/src/config.ts';
import { SIZES } from '@portal/functions/src/function-sizes.ts';
import { findRateLimits, type ItemQueue } from '@portal/functions/src/platform/queues.ts';
import { SHARDS as STATISTICS_SHARDS } from '@portal/functions/src/providers/statistics-store.ts';
import { MAX_WORKERS } from '@portal/functions/src/spend/check-budget.ts';
import { SHARDS as SPEND_SHARDS } from '@portal/functions/src/spend/spend-store.ts';
import { findDemand } from './demand.ts';
import { ITEM_QUEUES, sum, type Load } from './load.ts';
import { PLATFORM } from './platform-limits.ts';

/** Of a limit, at most. Above it, waiting times grow fast. */
const TARGET = 0.7;

export interface QueueSetting {
  /** Instances of its functions together. */
  instances: number;
  dispatchesASecond: number;
  /** Queues, each with a function. */
  parts: number;
}

export interface Configuration {
  queues: Readonly<Record<string, QueueSetting>>;
  apiInstances: number;
  spendShards: number;
  /** Documents that a call reads to learn what is spent: all shards, or one that a schedule adds up. */
  spendReads: number;
  /** Parts that the people in the documents of the spending are divided into. */
  spenderGroups: number;
  statisticsShards: number;
  /** Groups that items' times are indexed in, so that they do not grow in one place. */
  timeGroups: number;
  /** Documents that share the day's images of Google. */
  allowanceShards: number;
  googleDailyImages: number;
  /** Workers that the margin of the budget counts. */
  budgetWorkers: number;
  /** vCPU of Cloud Run in all regions together. */
  cpuQuota: number;
}

export const TODAY: Configuration = {
  queues: Object.fromEntries(
    ITEM_QUEUES.map((queue) => [
      queue.name,
      {
        instances: SIZES[queue.size].maxInstances,
        dispatchesASecond: findRateLimits(queue).maxDispatchesPerSecond,
        parts: 1,
      },
    ]),
  ),
  apiInstances: SIZES.api.maxInstances,
  spendShards: SPEND_SHARDS,
  spendReads: SPEND_SHARDS,
  spenderGroups: 1,
  statisticsShards: STATISTICS_SHARDS,
  timeGroups: 1,
  allowanceShards: 1,
  googleDailyImages: readGoogleDailyImages(),
  budgetWorkers: MAX_WORKERS,
  cpuQuota: PLATFORM.run.newProjectCpus,
};

export function findQueueSetting({ queues }: Configuration, { name }: ItemQueue): QueueSetting {
  const setting = queues[name];
  if (!setting) throw new Error(`There is no setting for ${name}.`);
  return setting;
}

/** Items of a queue that are worked on at once. */
export const countSlots = (configuration: Configuration, queue: ItemQueue): number =>
  SIZES[queue.size].concurrency * findQueueSetting(configuration, queue).instances;

/** vCPU of all instances together. */
export function countCpus(configuration: Configuration): number {
  const { api, item: _item, largeItem: _largeItem, model: _model, ...others } = SIZES;
  return (
    api.cpu * configuration.apiInstances +
    sum(
      ITEM_QUEUES.map((queue) => SIZES[queue.size].cpu * findQueueSetting(configuration, queue).instances),
    ) +
    sum(Object.values(others).map(({ cpu, maxInstances }) => cpu * maxInstances))
  );
}

/** The smallest configuration that stays below every limit that can be changed here; never less than today's. */
export function planFor(load: Load): Configuration {
  const demand = findDemand(load);
  const enough = (needed: number, each: number, today: number) =>
    Math.max(today, Math.ceil(needed / each / TARGET));
  const queues = Object.fromEntries(
    ITEM_QUEUES.map((queue) => {
      const today = findQueueSetting(TODAY, queue);
      const { slots, starts } = demand.queue(queue);
      const { concurrency } = SIZES[queue.size];
      const instances = enough(slots, concurrency, today.instances);
      const dispatchesASecond = enough(starts, 1, today.dispatchesASecond);
      const { tasks, run } = PLATFORM;
      const parts = Math.max(
        Math.ceil((instances * concurrency) / tasks.concurrentDispatches),
        Math.ceil(dispatchesASecond / tasks.dispatchesASecond),
        Math.ceil((instances * SIZES[queue.size].cpu) / run.regionCpus),
      );
      return [queue.name, { instances, dispatchesASecond, parts }];
    }),
  );
  const { documentWrites, documentBytes, sequentialWrites } = PLATFORM.firestore;
  const planned: Configuration = {
    ...TODAY,
    queues,
    apiInstances: Math.max(
      enough(demand.api.cpus, SIZES.api.cpu, TODAY.apiInstances),
      enough(demand.api.slots, SIZES.api.concurrency, TODAY.apiInstances),
    ),
    spendShards: enough(demand.spendWrites, documentWrites, TODAY.spendShards),
    spenderGroups: enough(demand.spendBytes, documentBytes, TODAY.spenderGroups),
    statisticsShards: enough(demand.statisticsWrites, documentWrites, TODAY.statisticsShards),
    timeGroups: enough(demand.sequentialWrites, sequentialWrites, TODAY.timeGroups),
    allowanceShards: enough(demand.allowanceWrites, documentWrites, TODAY.allowanceShards),
    googleDailyImages:
      demand.googleImages > TODAY.googleDailyImages
        ? enough(demand.googleImages, 1, TODAY.googleDailyImages)
        : TODAY.googleDailyImages,
  };
  const charged = ITEM_QUEUES.filter(({ provider }) => provider);
  return {
    ...planned,
    spendReads: planned.spendShards > TODAY.spendShards ? 1 : TODAY.spendReads,
    budgetWorkers: Math.max(TODAY.budgetWorkers, sum(charged.map((queue) => countSlots(planned, queue)))),
    cpuQuota: Math.max(TODAY.cpuQuota, countCpus(planned)),
  };
}
