import type { ItemCancellation, ItemFailure } from '@portal/contracts/batches';

/** Failures with the same outcome and reason. */
export interface FailureGroup {
  state: ItemFailure['state'];
  reason: string;
  failures: readonly ItemFailure[];
}

/** The largest group first. */
export function groupFailures(failures: readonly ItemFailure[]): FailureGroup[] {
  const groups = Map.groupBy(failures, ({ state, reason }) => `${state} ${reason}`);
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group;
      return first ? [{ state: first.state, reason: first.reason, failures: group }] : [];
    })
    .toSorted((one, other) => other.failures.length - one.failures.length);
}

/** '6 × refused by content rules, 2 × The provider could not be reached'. Then what was cancelled because of others. */
export const describeFailures = (
  failures: readonly ItemFailure[],
  cancellations: readonly ItemCancellation[] = [],
): string =>
  [
    ...groupFailures(failures).map(({ reason, failures: { length } }) => `${length} × ${shorten(reason)}`),
    ...[...Map.groupBy(cancellations, ({ reason }) => shorten(reason))].map(
      ([reason, { length }]) => `${length} × ${reason}`,
    ),
  ].join(', ');

/** The first sentence of a reason. */
function shorten(reason: string): string {
  // The most frequent reason (functions/src/providers/provider-answer.ts) is also the one that people know.
  if (reason.includes('content rules')) return 'refused by content rules';
  return reason.replace(/[.!?](\s.*)?$/s, '');
}
