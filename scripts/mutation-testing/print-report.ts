import { print } from '../test/report.ts';
import { describeChange, findEquivalent, type Equivalent } from './equivalents.ts';
import type { AreaMutant } from './instrument-area.ts';

interface Outcome {
  mutants: readonly AreaMutant[];
  isKilled: (mutant: AreaMutant) => boolean;
  /** Of the whole area. */
  equivalents: readonly Equivalent[];
  ms: number;
}

/** Killed of all that a test should notice: survivors and what no test reaches count alike. */
export function printReport({ mutants, isKilled, equivalents, ms }: Outcome): void {
  const relevant = mutants.filter((mutant) => isKilled(mutant) || !findEquivalent(equivalents, mutant));
  for (const mutant of relevant.filter((each) => !isKilled(each))) {
    print(`${mutant.file}:${mutant.line}  ${describeChange(mutant)}`);
  }
  for (const [file, own] of Map.groupBy(relevant, ({ file }) => file)) {
    print(`${describeScore(own, isKilled)}  ${file}`);
  }
  for (const each of equivalents) {
    const own = mutants.filter((mutant) => findEquivalent([each], mutant));
    if (own.length > 0 && own.every(isKilled)) {
      print(`Killed, but listed as equivalent: ${each.file}  ${each.line}  ${each.change}`);
    }
  }
  print(
    `${describeScore(relevant, isKilled)}, ${mutants.length - relevant.length} equivalent, in ${(ms / 1000).toFixed(0)} s`,
  );
}

function describeScore(mutants: readonly AreaMutant[], isKilled: (mutant: AreaMutant) => boolean): string {
  const killed = mutants.filter(isKilled).length;
  const share = mutants.length === 0 ? 100 : (100 * killed) / mutants.length;
  return `${share.toFixed(1).padStart(5)} %  ${killed} of ${mutants.length} killed`;
}

/** Lines that have changed need a new reason. Returns whether all are still there. */
export function checkEquivalents(equivalents: readonly Equivalent[], all: readonly AreaMutant[]): boolean {
  const stale = equivalents.filter((each) => !all.some((mutant) => findEquivalent([each], mutant)));
  for (const { file, line, change } of stale) {
    print(`equivalents.json lists a mutant that no longer exists: ${file}  ${line}  ${change}`);
  }
  return stale.length === 0;
}
