import type { KeyStatus } from '@portal/contracts/api-status';
import type { Provider } from '@portal/contracts/generation-request';
import { findRateLimits, type Queue } from '../../platform/queues/queues.ts';
import { readProviderSettings } from '../../platform/config/config.ts';
import type { Deps } from '../../batches/deps.ts';
import { findKeyProblem, readKeyStates, sortKeys } from '../../providers/key-states.ts';
import type { CountedHour } from '../../providers/statistics-store.ts';
import { findLastCall } from './summarize-calls.ts';

/** State of a provider's keys, without the keys. `hours` says when it was last called. */
export async function describeKeys(
  { firestore }: Pick<Deps, 'firestore'>,
  provider: Provider,
  hours: readonly CountedHour[],
  allQueues: readonly Queue[],
): Promise<KeyStatus> {
  const { keys } = readProviderSettings(provider);
  const states = await readKeyStates(firestore, provider);
  const { usable, rests, out } = sortKeys(keys, states);
  const queues = usable.length === 0 ? [] : allQueues.filter((queue) => queue.provider === provider);
  const limits = queues.map(findRateLimits);
  const problem = findKeyProblem(keys, states) ?? null;
  const uses = [findLastCall(hours, provider), states.checkedAt?.toDate()].flatMap(
    (time) => time?.getTime() ?? [],
  );
  return {
    provider,
    status: findStatus(keys.length, usable.length, problem !== null),
    activeKeys: usable.length,
    totalKeys: keys.length,
    restingKeys: rests.length,
    restUntil: rests.length === 0 ? null : new Date(Math.min(...rests)).toISOString(),
    outKeys: out,
    problem,
    capacity: limits.reduce((sum, { maxConcurrentDispatches }) => sum + maxConcurrentDispatches, 0),
    rateLimit: limits.reduce((sum, { maxDispatchesPerSecond }) => sum + maxDispatchesPerSecond * 60, 0),
    lastChecked: uses.length === 0 ? null : new Date(Math.max(...uses)).toISOString(),
  };
}

/** Keys of an organization that is not verified are in use, for texts, and have a problem. */
function findStatus(total: number, active: number, hasProblem: boolean): KeyStatus['status'] {
  if (total === 0) return 'unused';
  if (active === 0) return 'error';
  return active < total || hasProblem ? 'warning' : 'healthy';
}
