/** A random ruleset and the requests to decide under it: the same for the same seed. */
import { makeRandom } from './random.ts';
import { makeRequest, type GeneratedRequest } from './requests.ts';
import { makeRuleset, methods, type Ruleset } from './rulesets.ts';

const BLOCKS_PER_RULESET = 50;
const REQUESTS_PER_METHOD = 2;

export interface Sample {
  ruleset: Ruleset;
  requests: GeneratedRequest[];
}

/** `findCrashing` returns the names of the blocks to leave out because Google's emulator crashes on them. */
export async function makeSample(
  seed: number,
  findCrashing: (ruleset: Ruleset) => Promise<readonly string[]> | readonly string[],
): Promise<Sample> {
  const random = makeRandom(seed);
  const whole = makeRuleset(random, BLOCKS_PER_RULESET);
  const crashing = await findCrashing(whole);
  const ruleset = { ...whole, blocks: whole.blocks.filter(({ name }) => !crashing.includes(name)) };
  const requests = ruleset.blocks.flatMap(({ collection }, block) =>
    methods.flatMap((method, kind) =>
      Array.from({ length: REQUESTS_PER_METHOD }, (_, n) =>
        makeRequest(random, collection, method, (block * methods.length + kind) * REQUESTS_PER_METHOD + n),
      ),
    ),
  );
  return { ruleset, requests };
}
