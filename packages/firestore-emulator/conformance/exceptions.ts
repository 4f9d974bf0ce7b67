/** Cases that apply to one server only, with the reason. */
import type { Target } from './config.ts';

export interface Exception {
  name: string;
  only: Target;
  reason: string;
}

const only: Target = 'ours';
const noIndexes = "Google's emulator does not enforce composite indexes; production and our emulator do";
const onlyWhatIsUsed = "Google's emulator has more than the portal uses";
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
  { name: 'is answered with UNIMPLEMENTED and its name', only, reason: onlyWhatIsUsed },
  { name: 'keeps acknowledged writes after a restart', only, reason: noDurability },
  { name: 'keeps acknowledged writes after a kill -9', only, reason: noDurability },
  { name: 'keeps update times increasing after a restart', only, reason: noDurability },
] as const satisfies readonly Exception[];
