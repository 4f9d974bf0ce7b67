/** Copies the repository and writes the chosen mutants into the copy. */
import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { copyRepository } from '../copy-repository.ts';
import { repositoryRoot } from '../test/run-command.ts';
import type { Area } from './areas.ts';
import { findMutants, type Mutant } from './find-mutants.ts';
import { CONTEXT_PATCH, makeServerSwitch, PAGE_SWITCH } from './remote-switches.ts';
import { instrument } from './instrument.ts';

export interface AreaMutant extends Mutant {
  id: number;
  file: string;
  line: number;
  /** The line's text, and what is replaced. */
  lineText: string;
  original: string;
}

export const findCopy = ({ folder }: Area): string =>
  join(repositoryRoot, '.build/mutation-testing', folder.replaceAll('/', '-'));

/** All of the area, in the order of its files. */
export function listMutants({ folder }: Area): AreaMutant[] {
  const files = globSync(`${folder}/**/*.{ts,tsx}`, { cwd: repositoryRoot }).filter(
    (file) => !/\.test\.tsx?$|\/testing\/|\/bench\/|-main\.ts$|\.d\.ts$/.test(file),
  );
  let id = 0;
  return files.sort().flatMap((file) => {
    const source = readFileSync(join(repositoryRoot, file), 'utf8');
    return findMutants(file, source).map((mutant) => {
      const lineStart = source.lastIndexOf('\n', mutant.start - 1) + 1;
      return {
        ...mutant,
        id: (id += 1),
        file,
        line: source.slice(0, mutant.start).split('\n').length,
        lineText: source.slice(lineStart).split('\n')[0]?.trim() ?? '',
        original: source.slice(mutant.start, mutant.end),
      };
    });
  });
}

/** Returns the folder of the switch that a portal of the copy reads. */
export function writeInstrumentedCopy(copy: string, area: Area, mutants: readonly AreaMutant[]): string {
  copyRepository(repositoryRoot, copy);
  const switchFolder = join(copy, '.build/mutant-switch');
  const module = join(copy, area.switchModule);
  writeFileSync(module, area.runsIn === 'pages' ? PAGE_SWITCH : makeServerSwitch(switchFolder));
  for (const [file, own] of Map.groupBy(mutants, ({ file }) => file)) {
    const source = readFileSync(join(repositoryRoot, file), 'utf8');
    const path = relative(dirname(join(copy, file)), module);
    writeFileSync(join(copy, file), `import './${path}'; ${instrument(source, own)}`);
  }
  const { file, find, replace } = CONTEXT_PATCH;
  const source = readFileSync(join(repositoryRoot, file), 'utf8');
  if (!source.includes(find)) throw new Error(`${file} no longer contains: ${find}`);
  writeFileSync(join(copy, file), source.replace(find, replace));
  return switchFolder;
}

/** The same ones for the same seed, from all files. They stay the same when others are added. */
export function sample(all: readonly AreaMutant[], count: number, seed: string): AreaMutant[] {
  const rank = (mutant: AreaMutant) =>
    createHash('sha256')
      .update(`${seed} ${nameMutant(mutant)}`)
      .digest('hex');
  const ranked = all.map((mutant) => ({ mutant, rank: rank(mutant) }));
  const chosen = ranked.sort((one, other) => (one.rank < other.rank ? -1 : 1)).slice(0, count);
  return chosen.map(({ mutant }) => mutant).sort((one, other) => one.id - other.id);
}

/** The same as long as the file does not change. */
export const nameMutant = ({ file, start, end, kind, replacement }: AreaMutant): string =>
  `${file} ${start}-${end} ${kind} ${replacement}`;
