/** Mutants that no test has to notice, each with its reason. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Area } from './areas.ts';
import type { AreaMutant } from './instrument-area.ts';

const EquivalentSchema = z.strictObject({
  file: z.string(),
  /** The text of the line: a reason must not outlive what it is about. */
  line: z.string(),
  /** As the report shows it. */
  change: z.string(),
  reason: z.string(),
});
export type Equivalent = z.infer<typeof EquivalentSchema>;

export const readEquivalents = ({ folder }: Area): Equivalent[] =>
  z
    .array(EquivalentSchema)
    .parse(JSON.parse(readFileSync(join(import.meta.dirname, 'equivalents.json'), 'utf8')))
    .filter(({ file }) => file.startsWith(`${folder}/`));

export const findEquivalent = (
  equivalents: readonly Equivalent[],
  mutant: AreaMutant,
): Equivalent | undefined =>
  equivalents.find(
    ({ file, line, change }) =>
      file === mutant.file && line === mutant.lineText && change === describeChange(mutant),
  );

/** What differs, with a little of what is around it. */
export function describeChange({ kind, original, replacement }: AreaMutant): string {
  const [before, after] = [original, replacement].map((text) => text.replace(/\s+/g, ' '));
  if (before === undefined || after === undefined) return kind;
  const start = countEqual(before, after, (text, index) => text[index]);
  const end = countEqual(before.slice(start), after.slice(start), (text, index) => text.at(-1 - index));
  const cut = (text: string) => {
    const from = Math.max(0, start - CONTEXT);
    const to = Math.min(text.length, text.length - end + CONTEXT);
    return shorten(`${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`);
  };
  return `${kind}: ${cut(before)} -> ${cut(after)}`;
}

const CONTEXT = 20;
const MAX_LENGTH = 80;

function countEqual(
  one: string,
  other: string,
  read: (text: string, index: number) => string | undefined,
): number {
  let count = 0;
  while (count < one.length && read(one, count) === read(other, count)) count += 1;
  return count;
}

const shorten = (text: string): string =>
  text.length > MAX_LENGTH ? `${text.slice(0, 38)} … ${text.slice(-38)}` : text;
