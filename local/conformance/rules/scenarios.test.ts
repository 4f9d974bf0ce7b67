/** Rules and requests with what every server decides on them. */
import { beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { makeRulesClient } from './rules-client.ts';
import { wrapRules } from './scenario.ts';
import type { Scenario } from './scenario.ts';
import { callers } from './scenarios/callers.ts';
import { lists } from './scenarios/lists.ts';
import { lookups } from './scenarios/lookups.ts';
import { matching } from './scenarios/matching.ts';
import { writes } from './scenarios/writes.ts';

const areas: Record<string, readonly Scenario[]> = { callers, lists, lookups, matching, writes };

for (const [area, scenarios] of Object.entries(areas)) {
  describe.each(scenarios)(`rules for ${area}: $title`, ({ rules, documents, requests }) => {
    const client = makeRulesClient(inject('address'));

    beforeAll(async () => {
      expect(await client.putRules(wrapRules(rules))).toMatchObject({ accepted: true });
    });

    beforeEach(async () => {
      await client.clear();
      if (documents !== undefined) await client.seed(documents);
    });

    test.each(requests)('$title: $decision', async ({ as, request, decision }) => {
      expect(await client.decide(as ?? null, request)).toBe(decision);
    });
  });
}
