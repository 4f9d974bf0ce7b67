import type { ApiStatus } from '@portal/contracts/api-status';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { resetKeys, readApiStatus } from '../support/api-status.ts';
import { waitForIdle } from '../support/batches.ts';
import { providerNames, type ProviderName } from '../support/generator.ts';
import { chargedCases, resetTools, waitForRuns, type ChargedCase } from '../support/tool-cases.ts';
import { addFaults, clearFaults, countByProvider, setLatency, type FaultRule } from '../support/sandbox.ts';

/** The fault of an item, how it is counted, and whether the item succeeds in the end. */
const CASES: Record<string, { fault?: FaultRule['fault']; failure?: string; made: 0 | 1 }> = {
  // First, because it takes longest.
  'no answer in time': { fault: { kind: 'time-out' }, failure: 'timed-out', made: 0 },
  'nothing at all': { made: 1 },
  'a limited key': {
    fault: { kind: 'rate-limit', retryAfterSeconds: 1 },
    failure: 'rate-limited',
    made: 1,
  },
  'a fault of the server': { fault: { kind: 'server-error' }, failure: 'unavailable', made: 1 },
  'a refusal': { fault: { kind: 'refusal' }, failure: 'refused', made: 0 },
  'a broken connection': { fault: { kind: 'reset' }, failure: 'connection-lost', made: 0 },
};

beforeEach(async () => {
  await waitForIdle();
  await setLatency(0);
  await resetKeys();
});
afterEach(async () => {
  await clearFaults();
  await resetTools();
  await resetKeys();
});

function countsOf({ providers }: ApiStatus['data'], provider: ProviderName) {
  const { calls = 0, cost = 0, failures = [] } = providers.find((each) => each.provider === provider) ?? {};
  const kinds = failures.map(({ kind, count }) => [kind, count] as const);
  return { calls, cost, failures: Object.fromEntries(kinds) };
}

/** The difference of each provider's counts. */
const subtract = (after: ApiStatus['data'], before: ApiStatus['data']) =>
  providerNames.map((provider) => {
    const now = countsOf(after, provider);
    const then = countsOf(before, provider);
    const kinds = Object.entries(now.failures).map(
      ([kind, count]) => [kind, count - (then.failures[kind] ?? 0)] as const,
    );
    return {
      provider,
      calls: now.calls - then.calls,
      failures: Object.fromEntries(kinds.filter(([, count]) => count > 0)),
      cost: now.cost - then.cost,
    };
  });

const countAll = ({ stats, hours }: ApiStatus['data']) => {
  const inHours = hours.flatMap(({ providers }) => providers);
  return {
    calls: stats?.totalRequests ?? 0,
    made: stats?.successfulRequests ?? 0,
    failed: stats?.failedRequests ?? 0,
    inHours: inHours.reduce((sum, { calls }) => sum + calls, 0),
    failedInHours: inHours.reduce((sum, { failed }) => sum + failed, 0),
  };
};

interface Run {
  toolCase: ChargedCase;
  id: string;
  failure?: string;
  made: number;
}

async function startRuns(
  cases: readonly ChargedCase[],
): Promise<{ runs: Run[]; costs: Map<string, number> }> {
  const artist = await signIn(newEmail());
  const runs: Run[] = [];
  for (const toolCase of cases) {
    for (const [name, { fault, ...counted }] of Object.entries(CASES)) {
      const { mark, start } = await toolCase.prepare(`counted in spite of ${name}`);
      const match = { promptIncludes: mark };
      if (fault) await addFaults({ provider: toolCase.provider, match, times: 1, fault });
      runs.push({ toolCase, id: await start(artist), ...counted });
    }
  }
  const batches = await waitForRuns(artist, runs);
  return { runs, costs: new Map([...batches].map(([id, { cost }]) => [id, cost])) };
}

test('reports the calls, failures and costs that the sandbox counted [P2.44, P3.6, P7.6, D-providers.6]', async () => {
  const before = { status: await readApiStatus(), calls: await countByProvider() };
  const { runs, costs } = await startRuns(
    chargedCases.filter(
      ({ name, tool }) => tool === 'image-generator' || name === 'keyword generator with google',
    ),
  );
  const calls = await countByProvider();
  const wanted = providerNames.map((provider) => {
    const own = runs.filter(({ toolCase }) => toolCase.provider === provider);
    const failures = own.flatMap(({ failure }) => failure ?? []);
    const made = own.reduce((sum, run) => sum + run.made, 0);
    const received = calls[provider].received - before.calls[provider].received;
    expect({ provider, received, paid: calls[provider].paid - before.calls[provider].paid }).toEqual({
      provider,
      received: made + failures.length,
      paid: made,
    });
    const counts = [...Map.groupBy(failures, (kind) => kind)].map(
      ([kind, all]) => [kind, all.length] as const,
    );
    const cost = own.reduce((sum, { id }) => sum + (costs.get(id) ?? 0), 0);
    return {
      provider,
      calls: received,
      failures: Object.fromEntries(counts),
      // The cost of each batch is rounded.
      cost: expect.closeTo(cost, 4),
    };
  });
  await expect.poll(async () => subtract(await readApiStatus(), before.status)).toEqual(wanted);

  const status = await readApiStatus();
  const [now, then] = [countAll(status), countAll(before.status)];
  expect(now.calls - then.calls).toBe(wanted.reduce((sum, each) => sum + each.calls, 0));
  expect(now.failed - then.failed).toBe(runs.filter(({ failure }) => failure !== undefined).length);
  expect(now).toMatchObject({ calls: now.made + now.failed, inHours: now.calls, failedInHours: now.failed });
  expect(status.hours).toHaveLength(24);
  for (const { p50, p95, averageLatency, failures } of status.providers) {
    expect(averageLatency).toBeGreaterThan(0);
    expect(p95 ?? 0).toBeGreaterThanOrEqual(p50 ?? Infinity);
    expect(failures.find(({ kind }) => kind === 'refused')?.label).toBe('Refused by content rules');
  }
  expect(status.stats?.averageLatency).toBeGreaterThan(0);
  expect(status.stats?.uptime).toBeGreaterThan(0);
  expect(status.stats?.uptime).toBeLessThanOrEqual(100);
});
