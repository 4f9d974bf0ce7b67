/** Writes docs/spec-coverage.md from the last test results; with `--check` only tells what is wrong. */
import { writeFileSync } from 'node:fs';
import { checkLedger, coverageFile, readLedger } from './check-ledger.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);

if (!process.argv.includes('--check')) writeFileSync(coverageFile, readLedger().markdown);
const { problems } = checkLedger();
for (const problem of problems) print(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
