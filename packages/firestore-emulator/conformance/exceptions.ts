/** Cases that apply to one server only, with the reason. */
import type { Target } from './config.ts';

export interface Exception {
  name: string;
  only: Target;
  reason: string;
}

const only: Target = 'ours';
const noIndexes = "Google's emulator does not enforce composite indexes; production and our emulator do";
const noPartitions = "Google's emulator does not implement PartitionQuery";
const noOnce = "Google's emulator keeps a target open after a one-time listen";
const noDurability = "Google's emulator keeps its data in memory only";

export const exceptions = [
  {
    name: 'refuses a query that needs a composite index and prints that index',
    only,
    reason: noIndexes,
  },
  { name: 'runs the query once its composite index is configured', only, reason: noIndexes },
  {
    name: 'runs without a composite index what single-field indexes can serve',
    only,
    reason: noIndexes,
  },
  {
    name: 'splits a collection group into partitions that cover it',
    only,
    reason: noPartitions,
  },
  { name: 'returns no partitions for an empty collection group', only, reason: noPartitions },
  { name: 'closes a target after a one-time listen', only, reason: noOnce },
  { name: 'keeps acknowledged writes after a restart', only, reason: noDurability },
  { name: 'keeps acknowledged writes after a kill -9', only, reason: noDurability },
  { name: 'keeps update times increasing after a restart', only, reason: noDurability },
] as const satisfies readonly Exception[];
