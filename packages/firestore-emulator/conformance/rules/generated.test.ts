/**
 * Random rules and requests, decided alike by the server under test and by Google's emulator. Where the emulator is not
 * installed, only the cases with a decision of their own are left to run.
 */
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { findOracle, startOracle } from '../../testing/start-emulator.ts';
import type { RunningServer } from '../../testing/start-emulator.ts';
import { config } from '../config.ts';
import { compare, dropCrashing } from './generated/compare.ts';
import type { Disagreement } from './generated/compare.ts';
import { makeRandom } from './generated/random.ts';
import { makeRequest } from './generated/requests.ts';
import { makeRuleset, methods, printRuleset } from './generated/rulesets.ts';
import type { Ruleset } from './generated/rulesets.ts';
import { shrink } from './generated/shrink.ts';
import { explainDecisions } from './explained.ts';
import { makeRulesClient } from './rules-client.ts';
import type { RulesClient } from './rules-client.ts';

const blocksPerRuleset = 50;
const requestsPerMethod = 2;
// Eleven, as crashing rules are left out and at least 5,000 decisions are wanted of `npm run conformance`.
const seeds = Array.from({ length: config.rulesets }, (_, n) => n + 1);
const shownPerRuleset = 3;

const hasNothingToCompare = config.target === 'oracle' || findOracle() === undefined;

describe.skipIf(hasNothingToCompare)("generated rules, held against Google's emulator", () => {
  const ours = makeRulesClient(inject('address'));
  let oracle: RunningServer;
  let theirs: RulesClient;
  beforeAll(async () => {
    oracle = await startOracle();
    theirs = makeRulesClient(oracle.address);
  });
  afterAll(() => oracle.stop());

  test.each(seeds)('500 decisions on the rules of seed %i', { timeout: 120_000 }, async (seed) => {
    const random = makeRandom(seed);
    const ruleset = await dropCrashing(theirs, makeRuleset(random, blocksPerRuleset));
    const requests = ruleset.blocks.flatMap(({ collection }, block) =>
      methods.flatMap((method, kind) =>
        Array.from({ length: requestsPerMethod }, (_, n) =>
          makeRequest(random, collection, method, (block * methods.length + kind) * requestsPerMethod + n),
        ),
      ),
    );
    const { disagreements, allowed } = await compare(ours, theirs, ruleset, requests);
    const unexplained = disagreements.filter(({ theirs }) => explainDecisions(theirs) === undefined);
    const shown = [];
    for (const each of unexplained.slice(0, shownPerRuleset))
      shown.push(await describeDisagreement(ruleset, each));
    expect(shown.join('\n'), `${unexplained.length} disagreements`).toBe('');
    // Rules that deny everything would prove little.
    expect(allowed / requests.length).toBeGreaterThan(0.15);
  });

  async function describeDisagreement(ruleset: Ruleset, disagreement: Disagreement): Promise<string> {
    const smallest = await shrink(ruleset, disagreement.request, async (candidate) => {
      // What is cut at random may be no rules at all.
      const comparison = await compare(ours, theirs, candidate, [disagreement.request]).catch(
        () => undefined,
      );
      return comparison?.disagreements.some((each) => explainDecisions(each.theirs) === undefined) ?? false;
    });
    const circumstances = inspect(disagreement, { depth: null });
    return `${printRuleset(smallest)}\n${circumstances}\n`;
  }
});
