/** Reduces a ruleset to the part that two servers disagree on. */
import type { GeneratedRequest } from './requests.ts';
import type { Ruleset } from './rulesets.ts';
import { print, cut, leaf } from './tree.ts';

const attempts = 400;

/** `disagrees` returns whether the servers still disagree. Called at most a few hundred times. */
export async function shrink(
  ruleset: Ruleset,
  request: GeneratedRequest,
  disagrees: (ruleset: Ruleset) => Promise<boolean>,
): Promise<Ruleset> {
  let smallest = keepOnly(ruleset, request);
  let left = attempts;
  for (;;) {
    let found = false;
    for (const candidate of cutRuleset(smallest, request)) {
      if (left === 0) return smallest;
      left -= 1;
      if (await disagrees(candidate)) {
        smallest = candidate;
        found = true;
        break;
      }
    }
    if (!found) return smallest;
  }
}

/** Keeps only the block and the method of the request. */
function keepOnly({ functions, blocks }: Ruleset, { collection, method }: GeneratedRequest): Ruleset {
  const never = leaf('false');
  const rest = { get: never, list: never, create: never, update: never, delete: never };
  return {
    functions,
    blocks: blocks
      .filter((block) => block.collection === collection)
      .map((block) => ({ ...block, conditions: { ...rest, [method]: block.conditions[method] } })),
  };
}

function* cutRuleset(ruleset: Ruleset, { method }: GeneratedRequest): Generator<Ruleset> {
  const [block] = ruleset.blocks;
  if (block === undefined) return;
  const source = [print(block.conditions[method]), ...ruleset.functions.map(({ body }) => print(body))].join(
    ' ',
  );
  for (const { name } of ruleset.functions) {
    if (!source.includes(`${name}(`)) {
      yield { ...ruleset, functions: ruleset.functions.filter((each) => each.name !== name) };
    }
  }
  for (const condition of cut(block.conditions[method])) {
    yield { ...ruleset, blocks: [{ ...block, conditions: { ...block.conditions, [method]: condition } }] };
  }
  for (const [index, each] of ruleset.functions.entries()) {
    const replace = (changed: typeof each) => ({
      ...ruleset,
      functions: ruleset.functions.with(index, changed),
    });
    for (const body of cut(each.body)) yield replace({ ...each, body });
    for (const [at, binding] of each.lets.entries()) {
      yield replace({ ...each, lets: each.lets.toSpliced(at, 1) });
      for (const value of cut(binding.value))
        yield replace({ ...each, lets: each.lets.with(at, { ...binding, value }) });
    }
  }
}
