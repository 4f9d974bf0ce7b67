/** `npm test`: every check and every suite, then the flaky tests and one line with the totals. */
import { parseArgs } from 'node:util';
import { runChecks } from './checks.ts';
import { recordDurations, runPortalSuites } from './portal-suites.ts';
import { printTotals } from './report.ts';
import { deleteOldResults, runVitest } from './run-vitest.ts';

const { values } = parseArgs({ options: { record: { type: 'boolean', default: false } } });

deleteOldResults();
// The longest file of the conformance suite keeps one core busy: the checks have the others.
const [checks, conformance] = await Promise.all([
  runChecks(),
  runVitest('conformance', ['--config', 'packages/firestore-emulator/conformance/vitest.config.ts']),
]);
// The portals start while the unit tests run.
const unit = runVitest('unit', ['--config', 'vitest.config.ts']);
const portalSuites = await runPortalSuites(unit);
if (values.record) recordDurations(portalSuites);

process.exitCode = printTotals([...checks, conformance, await unit, ...portalSuites]) ? 0 : 1;
