/** The cases that hold for one kind of server only, each with the reason why the others are excused. */
import type { Target } from './config.ts';

export interface Exception {
  name: string;
  only: Target;
  reason: string;
}

const noIndexes = "Google's emulator enforces no composite indexes; production and the embedded server do";
const noPartitions = "Google's emulator does not implement PartitionQuery";
const noOnce = "Google's emulator keeps a target open that was asked for once";
const noDurability = "Google's emulator keeps its data in memory only";

export const exceptions = [
  {
    name: 'refuses a query that needs a composite index and prints that index',
    only: 'embedded',
    reason: noIndexes,
  },
  { name: 'serves the query once its composite index is configured', only: 'embedded', reason: noIndexes },
  {
    name: 'serves without a composite index what single-field indexes can serve',
    only: 'embedded',
    reason: noIndexes,
  },
  {
    name: 'divides a collection group into partitions that together are the whole',
    only: 'embedded',
    reason: noPartitions,
  },
  {
    name: 'makes one partition of a collection group that holds nothing',
    only: 'embedded',
    reason: noPartitions,
  },
  { name: 'closes a target that was asked for once', only: 'embedded', reason: noOnce },
  { name: 'keeps acknowledged writes over a restart', only: 'embedded', reason: noDurability },
  { name: 'keeps acknowledged writes over a kill -9', only: 'embedded', reason: noDurability },
  { name: 'keeps update times increasing over a restart', only: 'embedded', reason: noDurability },
] as const satisfies readonly Exception[];
