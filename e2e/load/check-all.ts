/** Every comparison after the run. */
import type { Account } from '../support/accounts.ts';
import { listAssets } from '../support/media-service.ts';
import { readReserved } from '../support/spend-documents.ts';
import { checkResults } from './check-results.ts';
import {
  addUp,
  findFailures,
  findLostBatches,
  findMissingKills,
  findWrongAllowance,
  findWrongItems,
  findWrongSums,
  type Account as ProviderAccount,
  type Batch,
} from './find-differences.ts';
import { isOk } from './figures.ts';
import { readAllowance, readBatches, readCalls } from './read-batches.ts';
import type { Phase } from './run-phase.ts';

export interface Checked {
  differences: string[];
  /** By phase. */
  accounts: Record<string, ProviderAccount[]>;
  batches: Record<string, readonly Batch[]>;
  /** Results that people have read. */
  results: number;
}

interface Run {
  helper: Account;
  /** Batches of the helper, which were deleted. */
  removable: readonly string[];
  phases: readonly Phase[];
  /** Processes, and how often each was to be killed. */
  targets: readonly string[];
  kills: number;
}

export async function checkAll(
  people: readonly Account[],
  { helper, removable, phases, targets, kills }: Run,
): Promise<Checked> {
  const [all, calls] = await Promise.all([readBatches(), readCalls()]);
  const batches = all.filter(({ owner }) => owner !== helper.uid);
  const differences = [
    ...findLostBatches(
      phases.flatMap(({ submitted }) =>
        submitted.flatMap(({ id, isJob, person }) =>
          id === undefined ? [] : { id, isJob, owner: people[person]?.uid ?? '' },
        ),
      ),
      batches,
    ),
    ...findWrongItems(batches, calls),
    ...findWrongAllowance(batches, await readAllowance()),
    ...findMissingKills(
      phases.flatMap((phase) => phase.kills.map((kill) => kill.process)),
      targets,
      kills,
    ),
  ];
  const accounts: Checked['accounts'] = {};
  const byPhase: Checked['batches'] = {};
  for (const phase of phases) {
    const ids = new Set(phase.submitted.map(({ id }) => id));
    const ours = batches.filter(({ id, job }) => ids.has(job ?? id));
    byPhase[phase.name] = ours;
    accounts[phase.name] = addUp(ours, calls, phase.paid);
    differences.push(
      ...findWrongSums(accounts[phase.name] ?? []),
      ...findFailures(ours, phase.isDisturbed),
      ...findFailedRequests(phase),
    );
  }
  const checks = [];
  for (const as of people) {
    checks.push(
      await checkResults(
        as,
        batches.filter(({ owner }) => owner === as.uid),
      ),
    );
  }
  differences.push(...checks.flatMap((each) => each.differences));
  const reserved = await readReserved();
  if (reserved !== 0) differences.push(`$${reserved} are still reserved.`);
  const kept = new Set(all.map(({ id }) => id));
  for (const id of removable.filter((each) => !kept.has(each))) {
    const left = await listAssets(id, 'upscale');
    if (left.length > 0) differences.push(`${left.length} files of the deleted batch ${id} are left.`);
  }
  return {
    differences,
    accounts,
    batches: byPhase,
    results: checks.reduce((sum, each) => sum + each.read, 0),
  };
}

/** Without kills every request is answered. With kills, every batch is accepted in the end. */
function findFailedRequests({ name, isDisturbed, polls, submitted, settled }: Phase): string[] {
  const failedPolls = isDisturbed ? [] : polls.filter(({ status }) => !isOk(status));
  return [
    ...(failedPolls.length > 0 ? [`${failedPolls.length} polls failed in the phase ${name}.`] : []),
    ...submitted.flatMap(({ key, id, tries, statuses }) => {
      if (id === undefined) return `${key} was not accepted: ${statuses.join(', ')}.`;
      return !isDisturbed && tries > 1 ? `${key} was sent ${tries} times: ${statuses.join(', ')}.` : [];
    }),
    ...settled.open.map((each) => `After the phase ${name} this had not ended: ${each}.`),
  ];
}
