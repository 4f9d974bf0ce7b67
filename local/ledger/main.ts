/** Prints which test of the last run proves each sentence of the spec, and fails when one is unproven. */
import { readLedger } from './read-ledger.ts';

const { markdown, problems } = readLedger();
process.stdout.write(`${markdown}\n${problems.join('\n')}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
