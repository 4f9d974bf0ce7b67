/** Rules and requests with what every server decides on them. */
import { describe, expect, inject, test } from 'vitest';
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
  describe(`rules for ${area}`, () => {
    for (const { title, rules, documents, requests } of scenarios) {
      test.each(requests.map((each) => [`${title}: ${each.title}: ${each.decision}`, each] as const))(
        '%s',
        async (_, { as, request, decision }) => {
          const client = makeRulesClient(inject('address'));
          expect(await client.putRules(wrapRules(rules))).toMatchObject({ accepted: true });
          if (documents !== undefined) await client.seed(documents);
          expect(await client.decide(as ?? null, request)).toBe(decision);
        },
      );
    }
  });
}
