/** How much of each limit the busiest hour uses. */
import { SIZES } from '@portal/functions/src/function-sizes.ts';
import { countSlots, findQueueSetting, type Configuration } from './configuration.ts';
import { findDemand } from './demand.ts';
import { findLoad, ITEM_QUEUES, type Load } from './load.ts';
import { PLATFORM } from './platform-limits.ts';

const HOURS_A_DAY = 24;

export interface Limit {
  name: string;
  needed: number;
  allowed: number;
  unit: string;
  /** What to raise. */
  change: string;
  /** A studio's own choice, a limit of this code and its project, or of what was bought. */
  kind: 'setting' | 'portal' | 'contract';
}

export const usedShare = ({ needed, allowed }: Limit): number => needed / allowed;

/** The fullest one first. */
export function findLimits(load: Load, configuration: Configuration): Limit[] {
  const demand = findDemand(load);
  const { firestore, storage, cloudinary, providers } = PLATFORM;
  const allowance = {
    name: "images of Google's daily allowance",
    needed: demand.googleImages,
    allowed: configuration.googleDailyImages,
    unit: 'images a day',
    change: '`GOOGLE_DAILY_IMAGES`',
  };
  const portal: Omit<Limit, 'kind'>[] = [
    ...ITEM_QUEUES.flatMap((queue) => {
      const { slots, starts } = demand.queue(queue);
      return [
        {
          name: `items at once in \`${queue.name}\``,
          needed: slots,
          allowed: countSlots(configuration, queue),
          unit: 'items',
          change: 'instances and vCPU for the workers',
        },
        {
          name: `starts in \`${queue.name}\``,
          needed: starts,
          allowed: findQueueSetting(configuration, queue).dispatchesASecond,
          unit: 'a second',
          change: 'starts a second of the queues',
        },
      ];
    }),
    {
      name: 'CPU of the API',
      needed: demand.api.cpus,
      allowed: SIZES.api.cpu * configuration.apiInstances,
      unit: 'vCPU',
      change: 'instances of `api`',
    },
    {
      name: 'requests at once in the API',
      needed: demand.api.slots,
      allowed: SIZES.api.concurrency * configuration.apiInstances,
      unit: 'requests',
      change: 'instances of `api`',
    },
    {
      name: 'writes to each document of the spending',
      needed: demand.spendWrites / configuration.spendShards,
      allowed: firestore.documentWrites,
      unit: 'a second',
      change: 'documents of the spending',
    },
    {
      name: 'size of each document of the spending',
      needed: demand.spendBytes / configuration.spenderGroups,
      allowed: firestore.documentBytes,
      unit: 'bytes',
      change: 'groups of people in the spending',
    },
    {
      name: "writes to each document of the providers' statistics",
      needed: demand.statisticsWrites / configuration.statisticsShards,
      allowed: firestore.documentWrites,
      unit: 'a second',
      change: 'documents of the statistics',
    },
    {
      name: "writes to Google's daily allowance",
      needed: demand.allowanceWrites / configuration.allowanceShards,
      allowed: firestore.documentWrites,
      unit: 'a second',
      change: "documents of Google's allowance",
    },
    {
      name: "writes to the index of items' times",
      needed: demand.sequentialWrites / configuration.timeGroups,
      allowed: firestore.sequentialWrites,
      unit: 'a second',
      change: "groups of items' times",
    },
    {
      name: 'files written to the bucket',
      needed: demand.storageWrites,
      allowed: storage.writesASecond,
      unit: 'a second',
      change: 'nothing: the bucket scales by itself',
    },
  ];
  const contracts: Omit<Limit, 'kind'>[] = [
    {
      name: "Cloudinary's Admin API for the nightly cleanup",
      needed: demand.cleanupCalls,
      allowed: cloudinary.adminCallsAnHour * HOURS_A_DAY,
      unit: 'calls a day',
      change: "Cloudinary's contract",
    },
    ...(['openai', 'stability', 'xai'] as const).map((provider) => ({
      name: `requests to ${PROVIDER_NAMES[provider]}`,
      needed: demand.callsTo(provider),
      allowed: providers[provider],
      unit: 'a second',
      change: `a contract with ${PROVIDER_NAMES[provider]}`,
    })),
  ];
  return [
    { ...allowance, kind: 'setting' as const },
    ...portal.map((limit) => ({ ...limit, kind: 'portal' as const })),
    ...contracts.map((limit) => ({ ...limit, kind: 'contract' as const })),
  ].toSorted((one, other) => usedShare(other) - usedShare(one));
}

const PROVIDER_NAMES = { openai: 'OpenAI', stability: 'Stability', xai: 'xAI' } as const;

/** What a number of people need that a configuration does not have. */
export const findChanges = (people: number, configuration: Configuration): string[] => [
  ...new Set(
    findLimits(findLoad(people), configuration)
      .filter((limit) => usedShare(limit) > 1)
      .map(({ change }) => change),
  ),
];

/** The fullest limit of a kind, and at how many people a day it is reached: each grows with their number. */
export function findFirst(kind: Limit['kind'], people: number, configuration: Configuration) {
  const limit = findLimits(findLoad(people), configuration).find((each) => each.kind === kind);
  if (!limit) throw new Error(`There is no limit of the kind ${kind}.`);
  return { limit, people: Math.floor(people / usedShare(limit)) };
}
