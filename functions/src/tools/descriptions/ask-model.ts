import { toOneLine } from '@portal/contracts/to-one-line';
import type { DescribeRequest } from '../../providers/describe-request.ts';
import type { NoKey, PricedAnswer } from '../../providers/key-pool.ts';
import type { ProviderFailure } from '../../providers/provider-answer.ts';
import { NO_MICROS, type Micros } from '../../spend/micros.ts';

/** A prompt for a model: the instructions are the portal's, the request has user input. */
export type Prompt = Pick<DescribeRequest, 'instructions' | 'request'>;

/** `problem`: a sentence for the model that repairs the answer, and for the person. */
export type ReadAnswer<Content> = { kind: 'good'; content: Content } | { kind: 'bad'; problem: string };

/** `costs`: one per call. */
type Answer<Content> = { costs: Micros[] } & (ReadAnswer<Content> | ProviderFailure | NoKey);

/** How much of an answer is quoted in a repair request. */
const MAX_QUOTED_LENGTH = 2_000;

/**
 * Asks about one picture, and once more if the answer cannot be used and `prepareRepair` returns true. `paid`: cost of the call
 * before.
 */
export async function askModel<Content>(
  callOnce: (prompt: Prompt, paid: Micros) => Promise<PricedAnswer<string> | NoKey>,
  prompt: Prompt,
  read: (text: string) => ReadAnswer<Content>,
  prepareRepair: () => Promise<boolean>,
): Promise<Answer<Content>> {
  const first = await callOnce(prompt, NO_MICROS);
  if (first.kind !== 'made') return { ...first, costs: costsOf(first) };
  const answer = read(first.made);
  if (answer.kind === 'good' || !(await prepareRepair())) return { ...answer, costs: [first.cost] };

  const second = await callOnce(writeRepair(prompt, answer.problem, first.made), first.cost);
  if (second.kind !== 'made') return { ...second, costs: [first.cost, ...costsOf(second)] };
  return { ...read(second.made), costs: [first.cost, second.cost] };
}

const costsOf = (answer: PricedAnswer<string> | NoKey): Micros[] => ('cost' in answer ? [answer.cost] : []);

/** Asks again, with what was wrong. */
export function writeRepair({ instructions, request }: Prompt, problem: string, answer: string): Prompt {
  const repair = [
    'Your last answer could not be used. Write it anew as the rules say.',
    `What was wrong: ${toOneLine(problem)}`,
    `How it began: ${JSON.stringify(toOneLine(answer.slice(0, MAX_QUOTED_LENGTH)))}`,
  ];
  return { instructions, request: [request, ...repair].join('\n') };
}

/** Models often put JSON in a Markdown code block. */
export function readJson(text: string): unknown {
  const [, fenced] = /^```(?:json)?\s([\s\S]*)```$/i.exec(text.trim()) ?? [];
  try {
    return JSON.parse(fenced ?? text);
  } catch {
    return undefined;
  }
}
