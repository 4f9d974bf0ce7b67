/** Has two servers decide the same requests under the same rules. */
import type { Decision, RulesClient } from '../rules-client.ts';
import type { Fields } from '../values.ts';
import { fixedDocuments } from './requests.ts';
import type { GeneratedRequest } from './requests.ts';
import { printRuleset } from './rulesets.ts';
import type { Ruleset } from './rulesets.ts';

export interface Disagreement {
  request: GeneratedRequest;
  ours: Decision;
  theirs: Decision;
}

export interface Comparison {
  disagreements: Disagreement[];
  allowed: number;
}

/**
 * Google's emulator crashes on some rules instead of refusing them, and names no line then: the ruleset without the
 * blocks that do that to it.
 */
export async function dropCrashing(client: RulesClient, ruleset: Ruleset): Promise<Ruleset> {
  const whole = await client.putRules(printRuleset(ruleset));
  if (whole.accepted || whole.lines.length > 0) return ruleset;
  const blocks = [];
  for (const block of ruleset.blocks) {
    const alone = await client.putRules(printRuleset({ ...ruleset, blocks: [block] }));
    if (alone.accepted) blocks.push(block);
  }
  return { ...ruleset, blocks };
}

export async function compare(
  ours: RulesClient,
  theirs: RulesClient,
  ruleset: Ruleset,
  requests: readonly GeneratedRequest[],
): Promise<Comparison> {
  const [ourDecisions, theirDecisions] = await Promise.all(
    [ours, theirs].map((client) => decideAll(client, ruleset, requests)),
  );
  const disagreements: Disagreement[] = [];
  for (const [index, request] of requests.entries()) {
    const [our, their] = [ourDecisions?.[index], theirDecisions?.[index]];
    if (our === undefined || their === undefined) throw new Error('a request was not decided');
    if (our !== their) disagreements.push({ request, ours: our, theirs: their });
  }
  const allowed = theirDecisions?.filter((decision) => decision === 'allow').length ?? 0;
  return { disagreements, allowed };
}

const batchSize = 16;

async function decideAll(
  client: RulesClient,
  ruleset: Ruleset,
  requests: readonly GeneratedRequest[],
): Promise<Decision[]> {
  const answer = await client.putRules(printRuleset(ruleset));
  if (!answer.accepted) throw new Error(`generated rules were refused: ${answer.message}`);
  const documents: Record<string, Fields> = { ...fixedDocuments };
  for (const { document } of requests) if (document !== undefined) documents[document.path] = document.fields;
  await client.clear();
  await client.seed(documents);
  const decisions: Decision[] = [];
  for (let start = 0; start < requests.length; start += batchSize) {
    const batch = requests.slice(start, start + batchSize);
    decisions.push(...(await Promise.all(batch.map(({ as, request }) => client.decide(as, request)))));
  }
  return decisions;
}
