/** Random rules and requests, decided by the server under test and by Google's emulator. Only `npm run conformance` runs it. */
import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { startGoogleEmulator, type RunningServer } from '../../testing/start-emulator.ts';
import { config } from '../config.ts';
import { compare, findCrashingBlocks, type Disagreement } from './generated/compare.ts';
import { recordSample } from './generated/recording.ts';
import { printRuleset, type Ruleset } from './generated/rulesets.ts';
import { makeSample } from './generated/sample.ts';
import { shrink } from './generated/shrink.ts';
import { isExcused } from './excused.ts';
import { makeRulesClient, type RulesClient } from './rules-client.ts';

// 11 seeds make over 5,000 decisions, even without the rules that Google's emulator crashes on.
const COMPARED_SEEDS = Array.from({ length: 11 }, (_, n) => n + 1);
const RECORDED_SEEDS = [1, 2];
const MAX_SHOWN = 3;
const MIN_ALLOWED = 0.15;

describe("generated rules, compared with Google's emulator", () => {
  const ours = makeRulesClient(inject('address'));
  let google: RunningServer | undefined;
  let theirs: RulesClient;
  beforeAll(async () => {
    if (!config.comparesWithGoogle) return;
    google = await startGoogleEmulator();
    theirs = makeRulesClient(google.address);
  });
  afterAll(() => google?.stop());
  beforeEach((context) =>
    context.skip(
      !config.comparesWithGoogle,
      "Only `npm run conformance` compares with Google's emulator, where it is installed.",
    ),
  );

  const seeds = config.records ? RECORDED_SEEDS : COMPARED_SEEDS;
  test.each(seeds)(
    'agrees on 500 decisions under the rules of seed %i',
    { timeout: 600_000 },
    async (seed) => {
      let crashing: readonly string[] = [];
      const { ruleset, requests } = await makeSample(seed, async (whole) => {
        crashing = await findCrashingBlocks(theirs, whole);
        return crashing;
      });
      const { disagreements, decisions } = await compare(ours, theirs, ruleset, requests);
      const relevant = disagreements.filter(({ theirs }) => !isExcused(theirs));
      const shown: string[] = [];
      for (const each of relevant.slice(0, MAX_SHOWN)) shown.push(await describeDisagreement(ruleset, each));
      expect(shown.join('\n'), `${relevant.length} disagreements`).toBe('');
      // A ruleset that denies everything tests little.
      const allowed = decisions.filter((decision) => decision === 'allow').length;
      expect(allowed / decisions.length).toBeGreaterThan(MIN_ALLOWED);
      if (config.records) recordSample(seed, crashing, decisions);
    },
  );

  async function describeDisagreement(ruleset: Ruleset, disagreement: Disagreement): Promise<string> {
    const smallest = await shrink(ruleset, disagreement.request, async (candidate) => {
      // Cutting at random can leave an invalid ruleset.
      const comparison = await compare(ours, theirs, candidate, [disagreement.request]).catch(
        () => undefined,
      );
      return comparison?.disagreements.some((each) => !isExcused(each.theirs)) ?? false;
    });
    return `${printRuleset(smallest)}\n${inspect(disagreement, { depth: null })}\n`;
  }
});
