import type { KeywordOptions, KeywordTexts } from '@portal/contracts/keyword-generator';
import type { NoKey } from '../providers/key-pool.ts';
import type { ProviderAnswer, ProviderFailure, Usage } from '../providers/provider-answer.ts';
import { readAnswer } from './read-answer.ts';
import { writeOrder, writeRepair, type Order } from './write-order.ts';

/** `usages`: one for each answer that is paid for; undefined where the provider did not report it. */
type WrittenTexts = { usages: (Usage | undefined)[] } & (
  { kind: 'good'; texts: KeywordTexts } | { kind: 'bad'; problem: string } | ProviderFailure | NoKey
);

/** Has the texts of one picture written, and mended once when they cannot be used. */
export async function writeTexts(
  callOnce: (order: Order) => Promise<ProviderAnswer<string> | NoKey>,
  options: KeywordOptions,
  fileName: string,
): Promise<WrittenTexts> {
  const order = writeOrder(options, fileName);
  const first = await callOnce(order);
  if (first.kind !== 'made') return { ...first, usages: [] };
  const read = readAnswer(first.made, options);
  if (read.kind === 'good') return { ...read, usages: [first.usage] };

  const second = await callOnce(writeRepair(order, read.problem, first.made));
  if (second.kind !== 'made') return { ...second, usages: [first.usage] };
  return { ...readAnswer(second.made, options), usages: [first.usage, second.usage] };
}
