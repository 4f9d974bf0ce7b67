/** `npm test`: every check and every suite, then one line that counts them all. */
import { runChecks } from './checks.ts';
import { runPortalSuites } from './portal-suite.ts';
import { print, printTotals, type SuiteResult } from './report.ts';
import { forgetResults, runVitest } from './run-vitest.ts';
import { readLedger } from '../ledger/read-ledger.ts';

forgetResults();
// The longest file of the conformance suite has one core for itself: the checks have the others.
const [checks, conformance] = await Promise.all([
  runChecks(),
  runVitest('conformance', ['--config', 'packages/firestore-emulator/conformance/vitest.config.ts']),
]);
const results: SuiteResult[] = [...checks, conformance];
results.push(await runVitest('unit', ['--config', 'vitest.config.ts']));
results.push(...(await runPortalSuites()));

const { problems } = readLedger();
results.push({ name: 'spec ledger', passed: problems.length === 0 ? 1 : 0, failed: problems.length });
for (const problem of problems) print(`  ${problem}`);

process.exitCode = printTotals(results) ? 0 : 1;
