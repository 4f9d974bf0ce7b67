/** What earlier runs have killed, so that `--survivors` tries only the rest. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { repositoryRoot } from '../test/run-command.ts';
import type { Area } from './areas.ts';
import type { AreaMutant } from './instrument-area.ts';

/** The test that failed, by what `nameMutant` answers. */
const ResultsSchema = z.record(z.string(), z.string());
type Results = z.infer<typeof ResultsSchema>;

const fileOf = ({ folder }: Area) =>
  join(repositoryRoot, '.build/mutation-results', `${folder.replaceAll('/', '-')}.json`);

/** The same as long as the file does not change. */
export const nameMutant = ({ file, start, end, kind, replacement }: AreaMutant): string =>
  `${file} ${start}-${end} ${kind} ${replacement}`;

export const readResults = (area: Area): Results =>
  existsSync(fileOf(area)) ? ResultsSchema.parse(JSON.parse(readFileSync(fileOf(area), 'utf8'))) : {};

export function writeResults(area: Area, results: Results): void {
  mkdirSync(dirname(fileOf(area)), { recursive: true });
  writeFileSync(fileOf(area), JSON.stringify(results, null, 2));
}
