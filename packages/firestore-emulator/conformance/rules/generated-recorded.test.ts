/** Random rules and requests, compared with the recorded decisions of Google's emulator. */
import { inspect } from 'node:util';
import { expect, inject, test } from 'vitest';
import { decideAll } from './generated/compare.ts';
import { readRecording, toLetter } from './generated/recording.ts';
import { makeSample } from './generated/sample.ts';
import { makeRulesClient } from './rules-client.ts';

const TIMEOUT_MS = 120_000;
const samples = Object.entries(readRecording());

test.each(samples)(
  'decides on the generated rules of seed %s as recorded',
  { timeout: TIMEOUT_MS },
  async (seed, recorded) => {
    const { ruleset, requests } = await makeSample(Number(seed), () => recorded.crashing);
    expect(requests).toHaveLength(recorded.decisions.length);
    const decisions = await decideAll(makeRulesClient(inject('address')), ruleset, requests);
    const differences = decisions.flatMap((decision, index) => {
      const expected = recorded.decisions[index];
      return expected === 'c' || expected === toLetter(decision)
        ? []
        : [{ request: requests[index], decision, expected }];
    });
    expect(inspect(differences, { depth: null })).toBe('[]');
  },
);
