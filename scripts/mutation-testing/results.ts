/** What earlier runs have killed, so that `--survivors` tries only the rest. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { repositoryRoot } from '../test/run-command.ts';

/** The test that failed, by what `nameMutant` answers. */
const ResultsSchema = z.record(z.string(), z.string());
export type Results = z.infer<typeof ResultsSchema>;

const fileOf = (folder: string) =>
  join(repositoryRoot, '.build/mutation-results', `${folder.replaceAll('/', '-')}.json`);

export const readResults = (folder: string): Results =>
  existsSync(fileOf(folder)) ? ResultsSchema.parse(JSON.parse(readFileSync(fileOf(folder), 'utf8'))) : {};

export function writeResults(folder: string, results: Results): Results {
  mkdirSync(dirname(fileOf(folder)), { recursive: true });
  writeFileSync(fileOf(folder), JSON.stringify(results, null, 2));
  return results;
}
