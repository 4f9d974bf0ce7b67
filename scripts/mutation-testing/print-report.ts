import { print } from '../test/report.ts';
import type { AreaMutant } from './instrument-area.ts';

export function printReport(
  mutants: readonly AreaMutant[],
  isKilled: (mutant: AreaMutant) => boolean,
  ms: number,
): void {
  const score = (own: readonly AreaMutant[]) => {
    const killed = own.filter(isKilled).length;
    return `${((100 * killed) / own.length).toFixed(1).padStart(5)} %  ${killed} of ${own.length} killed`;
  };
  for (const mutant of mutants) if (!isKilled(mutant)) print(describe(mutant));
  for (const [file, own] of Map.groupBy(mutants, ({ file }) => file)) print(`${score(own)}  ${file}`);
  print(`${score(mutants)} in ${(ms / 1000).toFixed(0)} s`);
}

export function describe({ file, line, kind, original, replacement }: AreaMutant): string {
  return `${file}:${line}  ${kind}: ${shorten(original)} -> ${shorten(replacement)}`;
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 28)} … ${line.slice(-28)}` : line;
}
