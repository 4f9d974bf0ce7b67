/** Decides the same requests under the same rules on two servers. */
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
  /** The decisions of Google's emulator. */
  decisions: Decision[];
}

/** Google's emulator crashes on some rules when it loads them, and then names no line. */
export async function findCrashingBlocks(client: RulesClient, ruleset: Ruleset): Promise<string[]> {
  const whole = await client.putRules(printRuleset(ruleset));
  if (whole.accepted || whole.lines.length > 0) return [];
  const crashing: string[] = [];
  for (const block of ruleset.blocks) {
    const alone = await client.putRules(printRuleset({ ...ruleset, blocks: [block] }));
    if (!alone.accepted) crashing.push(block.name);
  }
  return crashing;
}

export async function compare(
  ours: RulesClient,
  theirs: RulesClient,
  ruleset: Ruleset,
  requests: readonly GeneratedRequest[],
): Promise<Comparison> {
  const [ourDecisions, decisions] = await Promise.all([
    decideAll(ours, ruleset, requests),
    decideAll(theirs, ruleset, requests),
  ]);
  const disagreements: Disagreement[] = [];
  for (const [index, request] of requests.entries()) {
    const [our, their] = [ourDecisions[index], decisions[index]];
    if (our === undefined || their === undefined) throw new Error('A request has no decision.');
    if (our !== their) disagreements.push({ request, ours: our, theirs: their });
  }
  return { disagreements, decisions };
}

const BATCH_SIZE = 16;

export async function decideAll(
  client: RulesClient,
  ruleset: Ruleset,
  requests: readonly GeneratedRequest[],
): Promise<Decision[]> {
  const answer = await client.putRules(printRuleset(ruleset));
  if (!answer.accepted) throw new Error(`The generated rules were refused: ${answer.message}`);
  const documents: Record<string, Fields> = { ...fixedDocuments };
  for (const { document } of requests) if (document !== undefined) documents[document.path] = document.fields;
  await client.clear();
  await client.seed(documents);
  const decisions: Decision[] = [];
  for (let start = 0; start < requests.length; start += BATCH_SIZE) {
    const batch = requests.slice(start, start + BATCH_SIZE);
    decisions.push(...(await Promise.all(batch.map(({ as, request }) => client.decide(as, request)))));
  }
  return decisions;
}
