import { runChecks } from './checks.ts';
import { printTotals } from './report.ts';

process.exitCode = printTotals(await runChecks()) ? 0 : 1;
