import { runChecks } from './checks.ts';
import { printTotals } from './report.ts';

process.exitCode = printTotals(await runChecks({ checksTypes: true })) ? 0 : 1;
