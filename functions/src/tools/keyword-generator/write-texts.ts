import type { Issue } from '@portal/contracts/checks';
import type { KeywordOptions, KeywordTexts } from '@portal/contracts/keyword-generator';
import type { NoKey, PricedAnswer } from '../../providers/key-pool.ts';
import type { ProviderFailure } from '../../providers/provider-answer.ts';
import { NO_MICROS, type Micros } from '../../spend/micros.ts';
import { readAnswer } from './read-answer.ts';
import { writePrompt, writeRepair, type Prompt } from './write-prompt.ts';

/** `costs`: one per call. */
type WrittenTexts = { costs: Micros[] } & (
  | { kind: 'good'; texts: KeywordTexts; issues: Issue[] }
  | { kind: 'bad'; problem: string }
  | ProviderFailure
  | NoKey
);

/** Requests the texts for one picture, and repairs them once if they cannot be used. `paid`: cost of the call before. */
export async function writeTexts(
  callOnce: (prompt: Prompt, paid: Micros) => Promise<PricedAnswer<string> | NoKey>,
  options: KeywordOptions,
  fileName: string,
): Promise<WrittenTexts> {
  const prompt = writePrompt(options, fileName);
  const first = await callOnce(prompt, NO_MICROS);
  if (first.kind !== 'made') return { ...first, costs: costsOf(first) };
  const read = readAnswer(first.made, options);
  if (read.kind === 'good') return { ...read, costs: [first.cost] };

  const second = await callOnce(writeRepair(prompt, read.problem, first.made), first.cost);
  if (second.kind !== 'made') return { ...second, costs: [first.cost, ...costsOf(second)] };
  return { ...readAnswer(second.made, options), costs: [first.cost, second.cost] };
}

const costsOf = (answer: PricedAnswer<string> | NoKey): Micros[] => ('cost' in answer ? [answer.cost] : []);
