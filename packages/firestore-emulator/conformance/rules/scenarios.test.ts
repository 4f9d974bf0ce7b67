/** Rules, requests, and what every server decides on them. */
import { beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { makeRulesClient } from './rules-client.ts';
import { wrapRules } from './scenario.ts';
import type { Scenario } from './scenario.ts';
import { batches } from './scenarios/batches.ts';
import { callers } from './scenarios/callers.ts';
import { limits } from './scenarios/limits.ts';
import { listRequests } from './scenarios/list-requests.ts';
import { lists } from './scenarios/lists.ts';
import { lookups } from './scenarios/lookups.ts';
import { matching } from './scenarios/matching.ts';
import { usualRules } from './scenarios/usual-rules.ts';
import { writes } from './scenarios/writes.ts';
import { writtenValues } from './scenarios/written-values.ts';

const areas: Record<string, readonly Scenario[]> = {
  ...{ batches, callers, limits, lists, lookups, matching, writes },
  ...{ 'list requests': listRequests, 'usual rules': usualRules, 'written values': writtenValues },
};

for (const [area, scenarios] of Object.entries(areas)) {
  describe.each(scenarios)(`rules for ${area}: $title`, ({ rules, documents, requests }) => {
    const client = makeRulesClient(inject('address'));

    let isSeeded = false;

    beforeAll(async () => {
      expect(await client.putRules(wrapRules(rules))).toMatchObject({ accepted: true });
    });

    beforeEach(async () => {
      if (isSeeded) return;
      await client.clear();
      if (documents !== undefined) await client.seed(documents);
    });

    test.each(requests)('$title: $decision', async ({ as, request, decision }) => {
      isSeeded = !('write' in request || 'transaction' in request);
      expect(await client.decide(as ?? null, request)).toBe(decision);
    });
  });
}
